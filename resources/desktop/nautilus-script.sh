#!/bin/sh
# Nautilus gives the chosen files as its arguments, or none for the folder that is shown.
[ $# -gt 0 ] || set -- "$PWD"
exec simfinder "$@"
