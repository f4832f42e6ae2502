# Puts what a run of the quality tests has printed in the place of what stands between the fences of docs/quality.md,
# subject by subject: a line that begins "QUALITY genre" goes behind "<!-- genre -->". Lines of other subjects are an error. The day stands
# behind "Measured on".
#
#	awk -v on=2026-01-31 -f tools/quality.awk quality.log docs/quality.md

FNR == 1 { nth++ }
nth == 1 && match($0, /QUALITY [a-z]+:? /) {
	line = substr($0, RSTART + 8)
	subject = line
	sub(/[: ].*/, "", subject)
	sub(/^[a-z]+:? /, "", line)
	lines[subject] = lines[subject] line "\n"
	known[subject] = 1
}
nth == 1 { next }

/^Measured on [0-9-]+/ { sub(/[0-9-]+/, on) }
/^<!-- [a-z]+ -->$/ {
	subject = $2
	print
	if (subject in known) {
		printf "```\n%s```\n", lines[subject]
		delete known[subject]
		skip = 1
	}
	next
}
skip && /^```$/ { if (++fences == 2) { skip = 0; fences = 0 } next }
skip { next }
{ print }

END {
	for (subject in known) {
		print "no place for: " subject > "/dev/stderr"
		bad = 1
	}
	exit bad
}
