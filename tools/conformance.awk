# Puts the counts of a run of the conformance tests into the table of docs/conformance.md, whose other columns stay; a suite
# that did not run keeps its row, without counts. Says which cases differ that the document does not explain, which it explains
# that pass, and which suites did not run. A log without counts is an error.
#
#	awk -f tools/conformance.awk conformance.log docs/conformance.md

function row(key, rest,  c) {
	split(key, c, SUBSEP)
	if (key in cases)
		printf "| %s | %s | %d | %d | %.1f %% | %s |\n", c[1], c[2], cases[key], passed[key], 100 * passed[key] / cases[key], rest
	else {
		printf "| %s | %s | — | — | — | %s |\n", c[1], c[2], rest
		say("did not run: " c[1] " " c[2])
	}
	done[key] = 1
}

# close_table adds the suites that the table does not have yet.
function close_table(  i) {
	for (i = 1; i <= n; i++) if (!(order[i] in done)) row(order[i], "— | —")
	table = 0
}

# number gives a case without the name of its file.
function number(id) { sub(/.*-/, "", id); return id }

function say(what) { print what > "/dev/stderr" }

FNR == 1 { nth++ }
nth == 1 && $1 == "CONFORMANCE" {
	key = $2 SUBSEP $3
	if (!(key in cases)) order[++n] = key
	passed[key] += $4; cases[key] += $5
}
nth == 1 && $1 == "DIFFERS" && !(($2, number($3)) in differs) { differs[$2, number($3)] = 1; different[++d] = $2 SUBSEP number($3) }
nth == 1 && $1 == "AGREES" { for (i = 3; i <= NF; i++) agrees[$2, number($i)] = 1 }
nth == 1 { next }

/^### / { file = $2 }
/^## / { file = "" }
file != "" {
	rest = $0
	while (match(rest, /[0-9][0-9][0-9][0-9][0-9]/)) {
		key = file SUBSEP substr(rest, RSTART, RLENGTH)
		if (!(key in explained)) explanation[++e] = key
		explained[key] = 1
		rest = substr(rest, RSTART + RLENGTH)
	}
}
table && !/^\|/ { close_table() }
table {
	split($0, c, /[ ]*\|[ ]*/)
	row(c[2] SUBSEP c[3], c[7] " | " c[8])
	next
}
/^\|-/ { table = 1 }
{ print }

END {
	if (table) close_table()
	for (i = 1; i <= d; i++) if (!(different[i] in explained)) say("not explained: " shown(different[i]))
	for (i = 1; i <= e; i++) if ((explanation[i] in agrees) && !(explanation[i] in differs)) say("explained, but it passes: " shown(explanation[i]))
	if (n == 0) {
		say("the log has no counts")
		exit 1
	}
}

function shown(key,  c) { split(key, c, SUBSEP); return c[1] "-" c[2] }
