# Prints what zsh offers for the words of a line: complete.zsh SCRIPT WORD... The last word is the one at the cursor.
# $TMPDIR is an empty folder. A second zsh on a pseudo-terminal completes the line, as for a user; its compadd notes what is offered.
zmodload zsh/zpty
mkdir $TMPDIR/zsh
cp $1 $TMPDIR/zsh/_sluice
shift
zpty shell zsh -f -i
zpty -w shell "
unsetopt zle_bracketed_paste 2>/dev/null; PS1= PS2=; stty -echo
fpath=($TMPDIR/zsh \$fpath); autoload -U compinit; compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' menu no
compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return; fi
    local -a hits; builtin compadd -A hits \"\$@\"
    local -A prefix; zparseopts -E p:=prefix
    local hit; for hit in \$hits; do print -r -- \$prefix[-p]\$hit >>$TMPDIR/zsh/offered; done
    builtin compadd \"\$@\"
}
finish() { touch $TMPDIR/zsh/finished }
comppostfuncs=(finish)
touch $TMPDIR/zsh/ready"
for i in {1..400}; do [[ -e $TMPDIR/zsh/ready ]] && break; sleep 0.05; done
zpty -n -w shell "$*"$'\t'
for i in {1..400}; do [[ -e $TMPDIR/zsh/finished ]] && break; sleep 0.05; done
zpty -d shell
[[ -e $TMPDIR/zsh/finished ]] || { print -u2 'no completion'; exit 1 }
[[ ! -e $TMPDIR/zsh/offered ]] || sort -u $TMPDIR/zsh/offered
