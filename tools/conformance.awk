# Puts the counts of a run of the conformance tests into the table of docs/conformance.md, whose other columns and rows stay,
# and says which failing cases the document does not explain.
#
#	awk -f tools/conformance.awk conformance.log docs/conformance.md

function row(key,  c) {
	split(key, c, SUBSEP)
	printf "| %s | %s | %d | %d | %.1f %% |", c[1], c[2], cases[key], passed[key], 100 * passed[key] / cases[key]
	done[key] = 1
}

FNR == 1 { nth++ }
nth == 1 && $1 == "CONFORMANCE" {
	key = $2 SUBSEP $3
	if (!(key in cases)) order[++n] = key
	passed[key] += $4; cases[key] += $5
}
nth == 1 && $1 == "DIFFERS" { id = $3; sub(/.*-/, "", id); differs[$2 SUBSEP id] = $3 }
nth == 1 { next }

/^### / { file = $2 }
/^## / { file = "" }
file != "" {
	rest = $0
	while (match(rest, /[0-9][0-9][0-9][0-9][0-9]/)) {
		explained[file SUBSEP substr(rest, RSTART, RLENGTH)] = 1
		rest = substr(rest, RSTART + RLENGTH)
	}
}
/^\| [a-z]/ && NF > 8 && /%/ {
	split($0, c, /[ ]*\|[ ]*/)
	key = c[2] SUBSEP c[3]
	table = 1
	if (key in cases) {
		row(key)
		print " " c[7] " | " c[8] " |"
		next
	}
}
table && !/^\|/ {
	for (i = 1; i <= n; i++) if (!(order[i] in done)) {
		row(order[i])
		print " — | — |"
	}
	table = 0
}
{ print }

END {
	for (k in differs) if (!(k in explained)) print "not explained: " differs[k] > "/dev/stderr"
}
