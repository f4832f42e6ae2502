module example.org/embed

go 1.26.0

require sluice v0.0.0

replace sluice => ../..
