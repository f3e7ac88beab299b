"""The shell functions of a plan's script, in POSIX sh; ``shell_script`` puts them together.

Texts only. Every function takes the file, its identity (device, inode, size, time), the file that stays, the identity
of that, and what more is known of that: ``same`` if the two are identical, else ``like`` or, before a deletion, its
status change time; then what its act needs. None overwrites anything, and a file goes only after its copy or link was
compared.
"""

from __future__ import annotations

from simfinder.model.removal_plan import ActKind

BASE = r"""
set -eu
LC_ALL=C
export LC_ALL
acted=0
skipped=0

# What a file looks like: device:inode size time. GNU first, then BSD and macOS, then whole seconds only.
if stat -c '%.9Y' / 2>/dev/null | grep '^-\{0,1\}[0-9]*\.[0-9]\{9\}$' >/dev/null; then
    looks() { stat -c '%d:%i %s %.9Y' -- "$1" 2>/dev/null; }
    touched() { stat -c '%.9Z' -- "$1" 2>/dev/null; }
    expected() { printf '%s\n' "$1"; }
elif stat -f '%Fm' / 2>/dev/null | grep '^-\{0,1\}[0-9]*\.[0-9]\{9\}$' >/dev/null; then
    looks() { stat -f '%d:%i %z %Fm' -- "$1" 2>/dev/null; }
    touched() { stat -f '%Fc' -- "$1" 2>/dev/null; }
    expected() { printf '%s\n' "$1"; }
else
    looks() { stat -c '%d:%i %s %Y' -- "$1" 2>/dev/null; }
    touched() { stat -c '%Z' -- "$1" 2>/dev/null; }
    expected() { printf '%s\n' "${1%.*}"; }
fi

skip() { # FILE REASON
    skipped=$((skipped + 1))
    printf 'skipped: %s: %s\n' "$1" "$2" >&2
}

done_with() { # FILE
    acted=$((acted + 1))
    printf 'done: %s\n' "$1"
}

unchanged() { # FILE LOOKS
    [ -f "$1" ] && [ ! -h "$1" ] && [ "$(looks "$1")" = "$(expected "$2")" ]
}

there() { # PATH: something has this name, be it a link that leads nowhere
    [ -e "$1" ] || [ -h "$1" ]
}

check() { # FILE LOOKS KEPT LOOKS same|like|TIME
    unchanged "$1" "$2" || { skip "$1" 'changed since the scan'; return 1; }
    unchanged "$3" "$4" || { skip "$1" "the file that stays ($3) changed since the scan"; return 1; }
    case $5 in
        like) ;;
        same) cmp -s -- "$1" "$3" || { skip "$1" "is not identical to $3"; return 1; } ;;
        *)
            [ "$(touched "$3")" = "$(expected "$5")" ] ||
                { skip "$1" "the file that stays ($3) was touched since the scan"; return 1; }
            ;;
    esac
}

copy_new() { # FILE PLACE: never over anything; what is half made goes away again
    ( umask 077; set -C; : >"$2" ) 2>/dev/null || return 1
    if cp -p -- "$1" "$2" && cmp -s -- "$1" "$2"; then return 0; fi
    rm -f -- "$2"
    return 1
}

carry() { # FILE PLACE: a new name on the same disk, else a copy that was compared
    if there "$2"; then return 1; fi
    if ln -- "$1" "$2" 2>/dev/null; then
        rm -f -- "$1" || { rm -f -- "$2"; return 1; }
    else
        copy_new "$1" "$2" || return 1
        rm -f -- "$1" || { rm -f -- "$2"; return 1; }
    fi
}
"""

FOLDERS = r"""
remove_unlink() { # LINK KEPT: only while both lead to the same
    if [ -h "$1" ] && [ -h "$2" ] && [ "$(readlink -- "$1"; echo .)" = "$(readlink -- "$2"; echo .)" ] &&
        rm -f -- "$1"; then
        done_with "$1"
    else
        skip "$1" 'is not the link that the folder that stays has'
    fi
}

remove_rmdir() { # FOLDER: only while it is empty
    if [ ! -h "$1" ] && rmdir -- "$1" 2>/dev/null; then done_with "$1"; else skip "$1" 'is not empty'; fi
}
"""

TRASH = r"""
# The Trash of the home folder, by the FreeDesktop rules: what lies on another disk is copied there.
case ${XDG_DATA_HOME:-} in
    /*) trash=$XDG_DATA_HOME/Trash ;;
    *) trash=$HOME/.local/share/Trash ;;
esac
( umask 077; mkdir -p -- "$trash/files" "$trash/info" )

to_trash() { # FILE LOOKS KEPT LOOKS same|like NAME STEM ENDING QUOTED-PATH
    check "$@" || return 0
    name=$6
    number=1
    until ! there "$trash/files/$name" && ( umask 077; set -C; : >"$trash/info/$name.trashinfo" ) 2>/dev/null; do
        if ! there "$trash/files/$name" && ! there "$trash/info/$name.trashinfo"; then
            skip "$1" 'the Trash can not be written'
            return 0
        fi
        number=$((number + 1))
        name=$7.$number$8
    done
    printf '[Trash Info]\nPath=%s\nDeletionDate=%s\n' "$9" "$(date +%Y-%m-%dT%H:%M:%S)" \
        >"$trash/info/$name.trashinfo"
    if carry "$1" "$trash/files/$name"; then
        done_with "$1"
    else
        rm -f -- "$trash/info/$name.trashinfo"
        skip "$1" 'could not be moved'
    fi
}
"""

MOVE = r"""
move() { # FILE LOOKS KEPT LOOKS same|like PLACE
    check "$@" || return 0
    if there "$6"; then skip "$1" "$6 is there already"; return 0; fi
    mkdir -p -- "${6%/*}" || { skip "$1" 'no folder for it can be made'; return 0; }
    if carry "$1" "$6"; then done_with "$1"; else skip "$1" 'could not be moved'; fi
}
"""

COPY = r"""
copy() { # FILE LOOKS KEPT LOOKS same|like PLACE
    check "$@" || return 0
    if there "$6"; then skip "$1" "$6 is there already"; return 0; fi
    mkdir -p -- "${6%/*}" || { skip "$1" 'no folder for it can be made'; return 0; }
    if copy_new "$1" "$6"; then done_with "$1"; else skip "$1" 'could not be copied'; fi
}
"""

_SYNC = r"""
sync # a file that stays may still be in memory only
"""

DELETE = (
    _SYNC
    + r"""
delete() { # FILE LOOKS KEPT LOOKS same|TIME
    check "$@" || return 0
    if rm -f -- "$1"; then done_with "$1"; else skip "$1" 'could not be deleted'; fi
}
"""
)

_LINK = r"""
replace() { # FILE LOOKS KEPT LOOKS same|like: the new one is made beside the file, then takes its name
    check "$@" || return 0
    part=${1%/*}/.simfinder-$$.part
    if there "$part"; then skip "$1" "$part is in the way"; return 0; fi
    if make "$1" "$3" "$part" && cmp -s -- "$part" "$3" && unchanged "$1" "$2" && mv -f -- "$part" "$1"; then
        done_with "$1"
    else
        rm -f -- "$part"
        skip "$1" 'could not be replaced'
    fi
}
"""

HARDLINK = (
    _SYNC
    + r"""
make() { ln -- "$2" "$3"; }
"""
    + _LINK
)

SYMLINK = (
    _SYNC
    + r"""
make() { ln -s -- "$2" "$3" && { touch -h -r "$1" -- "$3" 2>/dev/null || :; }; }
"""
    + _LINK
)

REFLINK = (
    r"""
make() { # the clone gets the times, mode and owner of the file it stands for
    if cp --version 2>/dev/null | grep GNU >/dev/null; then
        cp --reflink=always -- "$2" "$3" && chown --reference="$1" -- "$3" && chmod --reference="$1" -- "$3"
    else
        cp -c "$2" "$3" && chmod "$(stat -f %Lp "$1")" "$3"
    fi && touch -r "$1" -- "$3"
}
"""
    + _LINK
)

END = r"""
printf '%s done, %s skipped\n' "$acted" "$skipped" >&2
[ "$skipped" -eq 0 ]
"""

FUNCTIONS = {
    ActKind.TRASH: ("to_trash", TRASH),
    ActKind.MOVE: ("move", MOVE),
    ActKind.COPY: ("copy", COPY),
    ActKind.DELETE: ("delete", DELETE),
    ActKind.HARDLINK: ("replace", HARDLINK),
    ActKind.SYMLINK: ("replace", SYMLINK),
    ActKind.REFLINK: ("replace", REFLINK),
}
"""By kind: the function that its lines call, and the text that defines it."""
