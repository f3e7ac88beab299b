"""Families of file types: what people call pictures, documents, source code. One table; a type is in one family.

Types are as ``file_type.type_of`` gives them. To add a type, add it to the line of its family.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Family(StrEnum):
    """A family, in the order in which they are listed."""

    DOCUMENTS = "documents"
    TABLES = "tables"
    PICTURES = "pictures"
    SOUND = "sound"
    VIDEO = "video"
    SOURCE = "source"
    WEB = "web"
    DATA = "data"
    ARCHIVES = "archives"
    PROGRAMS = "programs"
    FONTS = "fonts"
    OTHER = "other"


_TYPES = {
    Family.DOCUMENTS: "abw adoc azw azw3 chm djvu doc docm docx dot dotx eml epub fb2 fodt hwp info lyx man "
    "markdown mbox md mdown me mobi ms msg odg odp odt org otp ott pages pdf potx pps ppsx ppt "
    "pptx ps ps2 rst rtf tex texi texinfo text txt wpd wps xps",
    Family.TABLES: "csv fods numbers ods ots psv tab tsv xls xlsb xlsm xlsx xlt xltx",
    Family.PICTURES: "3fr ai arw avif bmp cdr cr2 cr3 cur dds dng drawio eps exr gif heic heif icns ico jfif jp2 "
    "jpe jpeg jpg jxl kra nef odi orf pbm pcx pef pgm png pnm ppm psb psd raf raw rw2 sr2 svg "
    "svgz tga tif tiff webp wmf xbm xcf xpm",
    Family.SOUND: "aac ac3 aif aiff alac amr ape au caf dsf flac m3u m3u8 m4a m4b mid midi mka mod mp2 mp3 "
    "mpc oga ogg opus ra s3m spx voc wav wma wv xm",
    Family.VIDEO: "3g2 3gp asf ass avi divx f4v flv m2ts m4v mkv mov mp4 mpe mpeg mpg mts mxf ogm ogv qt rm "
    "rmvb srt ssa sub swf ts vob vtt webm wmv",
    Family.SOURCE: "ada adb ads asm awk bash bat c c++ cc cl clj cljs cmake cmd coffee cpp cr cs cu cxx d dart "
    "dts dtsi el elm erl ex exs f f03 f08 f77 f90 f95 fish for fs fsx gd glsl go gradle groovy "
    "h h++ hh hpp hrl hs hxx idl inc ino ipynb java jl kt kts l lean lex lhs lisp lua m m4 mak "
    "make mk ml mli mm nim nix pas php pl pm pod pp proto ps1 psm1 pug py pyi pyw pyx qml r rb "
    "rkt rs s scala scm sh sol sql st sv svh swift tcl tsx v vala vb vhd vhdl vim y yy zig zsh",
    Family.WEB: "asp aspx astro atom css ejs erb haml hbs htm html j2 jinja jinja2 js jsp jsx less liquid "
    "map mhtml mjs mustache opml rss sass scss shtml styl svelte twig vue webmanifest xht xhtml "
    "xsl xslt",
    Family.DATA: "accdb arrow avro bib bson cbor cfg cnf conf config db db3 dbf desktop dtd env feather "
    "geojson gpx h5 hcl hdf5 ics ini json json5 jsonc jsonl kdbx kml ldif lock log mat mdb mo "
    "msgpack ndjson npy npz orc parquet pcap pem pickle pkl plist po pom pot properties "
    "protobuf rdf reg rels service shp sqlite sqlite3 tf tfvars toml ttl vcf xlf xliff xml xsd "
    "yaml yml",
    Family.ARCHIVES: "7z ace alz apk appimage ar arj br bz bz2 cab cbr cbz cpio crx deb dmg ear egg flatpak gem "
    "gz img ipa iso jar lha lhz lrz lz lz4 lzh lzma lzo msi nupkg oxt pak qcow2 rar rpm sit "
    "sitx snap squashfs tar taz tbz tbz2 tgz tlz txz tzst vdi vhdx vmdk vsix war whl wim xar "
    "xpi xz z zip zipx zoo zst",
    Family.PROGRAMS: "a bin class com cubin dex dll drv dylib elc elf exe hex ko lib ll llo mui nib o obj ocx "
    "out pdb pdx ptx pyc pyd pyo rlib rom scr so spv sys uf2 wasm",
    Family.FONTS: "afm bdf eot fnt fon otc otf pcf pfa pfb pfm snf ttc ttf woff woff2",
}


def _by_type() -> Mapping[str, Family]:
    found: dict[str, Family] = {}
    for family, types in _TYPES.items():
        for name in types.split():
            found.setdefault(name, family)
    return MappingProxyType(found)


_FAMILY = _by_type()


def family_of(file_type: str) -> Family:
    """Return the family of a type; ``OTHER`` for types in no other family, and for files without a type."""
    return _FAMILY.get(file_type, Family.OTHER)


def types_of_family(family: Family) -> tuple[str, ...]:
    """Return the types of a family, sorted; none for ``OTHER``, which has all types in no other family."""
    return tuple(sorted(name for name, its in _FAMILY.items() if its is family))
