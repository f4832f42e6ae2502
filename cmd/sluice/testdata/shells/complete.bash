# Prints what bash offers for the words of a line: complete.bash SCRIPT WORD... The last word is the one at the cursor.
source "$1"
shift
# The function that is registered for the command is the one that bash calls.
function=$(complete -p "$1" | sed -n 's/.*-F \([^ ]*\).*/\1/p')
# Bash divides words at equals signs.
COMP_WORDS=()
for word in "$@"; do
    case $word in *=*) COMP_WORDS+=("${word%%=*}" = "${word#*=}") ;; *) COMP_WORDS+=("$word") ;; esac
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
"$function" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
