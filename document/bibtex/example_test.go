package bibtex_test

import (
	"fmt"

	"sluice/document/bibtex"
)

func Example() {
	entries := bibtex.Parse([]byte(`@article{roe99,
		author = {Roe, Jane and Ludwig van der Berg and M{\"u}ller, Karl},
		title  = "On the {Mesh} of Sieves", year = 1999 }`))
	for _, e := range entries {
		fmt.Println(e.Type, e.Key, e.Get("title"), e.Get("year"))
		for _, n := range e.Names("author") {
			fmt.Printf("%s %s, %s\n", n.Particle, n.Family, n.Given)
		}
	}
	// Output:
	// article roe99 On the Mesh of Sieves 1999
	//  Roe, Jane
	// van der Berg, Ludwig
	//  Müller, Karl
}
