# Prints what fish offers for the words of a line: complete.fish SCRIPT WORD... The last word is the one at the cursor.
source $argv[1]
complete -C "$argv[2..]" | string replace -r '\t.*' ''
true # replacing nothing is no error
