// Package ending recognises files by the endings of their names: documents, and files that are never pages.
//
// Endings are in lower case and with their dot, as [Of] returns them.
package ending

import (
	"maps"
	"slices"
	"strings"

	"sluice/internal/format"
)

// packed are the endings of compressed files, which belong to the ending before them.
var packed = map[string]bool{".gz": true, ".z": true, ".bz2": true, ".xz": true, ".zst": true, ".lz": true, ".lzma": true}

// maxEnding is the greatest length of an ending without its dot; a longer word is part of the name.
const maxEnding = 12

// Of returns the ending of a name, or "". The ending of a packed file includes the one before: ".ps.gz",
// ".tar.gz", ".tex.z".
func Of(name string) string {
	outer := last(name)
	if packed[outer] {
		return last(name[:len(name)-len(outer)]) + outer
	}
	return outer
}

// last returns what follows the last dot of a name, in lower case and with the dot, if it could be a
// file type: letters and digits with a letter among them. A name that begins with its only dot has none.
func last(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || len(name)-dot-1 > maxEnding || dot == len(name)-1 {
		return ""
	}
	letters := 0
	for _, c := range []byte(name[dot+1:]) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c < '0' || c > '9':
			return ""
		}
	}
	if letters == 0 {
		return ""
	}
	return strings.ToLower(name[dot:])
}

// neverPages are the endings of files that are never a page nor a document, by kind.
var neverPages = map[string][]string{
	"image": strings.Fields(`.gif .jpg .jpeg .jpe .jfif .png .apng .bmp .ico .cur .tif .tiff .webp .avif .heic .heif .svg
		.svgz .pbm .pgm .ppm .pnm .xbm .xpm .xwd .pcx .tga .psd .ai .eps .epsi .fig .wmf .emf .cdr .raw .cr2 .nef .dng .xcf
		.pict .pct .ras .rgb .sgi .fli .flc`),
	"sound": strings.Fields(`.mp3 .mp2 .wav .wave .aif .aiff .aifc .au .snd .ogg .oga .opus .flac .m4a .m4b .aac .wma .mid
		.midi .rmi .ra .ram .rm .amr .ape .m3u .m3u8 .pls .mod .s3m .xm`),
	"film": strings.Fields(`.mpg .mpeg .mpe .mp4 .m4v .mpv .m2v .avi .mov .qt .movie .wmv .asf .asx .flv .f4v .webm .ogv .mkv
		.3gp .3g2 .vob .swf .swfl .dcr .divx .ogm .vtt .srt`),
	"style":  strings.Fields(`.css .less .scss .sass .woff .woff2 .ttf .otf .eot .pfb .pfm .afm .bdf .pcf .tfm .pk`),
	"script": strings.Fields(`.js .mjs .cjs .jsx .tsx .coffee .vbs .map .wasm`),
	"program": strings.Fields(`.exe .dll .msi .msp .scr .bin .so .dylib .dmg .pkg .deb .rpm .apk .ipa .app .jar .war
		.ear .class .pyc .pyo .o .a .lib .obj .elf .cab .xpi .crx .iso .img .vmdk .ova .vdi .qcow2 .torrent .run .snap .whl
		.gem .egg .nupkg .vsix`),
	"data archive": strings.Fields(`.zip .tar .tgz .tbz .tbz2 .txz .taz .rar .7z .arj .lha .lzh .zoo .sit .sitx .hqx .sea .cpio
		.shar .uu .uue .gz .z .bz2 .xz .zst .lz .lzma .arc .warc .mdb .accdb .sqlite .db .dbf .sas7bdat .sav .dta .rdata .rda .rds
		.mat .fits .hdf .hdf5 .h5 .nc .npy .npz .parquet .feather .arrow .pkl .pickle .onnx .pt .pth .ckpt .safetensors .gguf
		.shp .kmz .dwg .dxf .stl .blend .max .3ds .pdb .bak .swp .dat .dump`),
}

// isNeverPage holds all of neverPages.
var isNeverPage = setOf(slices.Concat(slices.Collect(maps.Values(neverPages))...)...)

// pageInside are the endings of pages that may be in a packed file.
var pageInside = setOf(".htm", ".html", ".shtml", ".xhtml", ".txt", ".text", ".xml", ".rss", ".atom", ".md", ".asc")

// IsNeverPage reports whether an ending is that of a file that is never a page nor a document. The ending of a packed file
// is not if the file inside may be one: .ps.gz, .tex.z, .html.gz, .txt.gz.
func IsNeverPage(ending string) bool {
	if ending == "" {
		return false
	}
	inner, outer := cutPacked(ending)
	if inner != "" && outer != "" {
		return !pageInside[inner] && !format.LeadsToDocument(inner)
	}
	return isNeverPage[ending]
}

// IsDocument reports whether an ending is that of a document, as it is or packed by gzip, compress or bzip2.
func IsDocument(ending string) bool {
	inner, outer := cutPacked(ending)
	if inner == "" {
		return false // packed, and nothing says what
	}
	switch outer {
	case "", ".gz", ".z", ".bz2":
		return format.LeadsToDocument(inner)
	}
	return false
}

// cutPacked divides an ending into that of the file inside and that of its packing, if any.
func cutPacked(all string) (inner, outer string) {
	dot := strings.LastIndexByte(all, '.')
	if dot >= 0 && packed[all[dot:]] {
		return all[:dot], all[dot:]
	}
	return all, ""
}

// setOf returns the set of some endings.
func setOf(endings ...string) map[string]bool {
	set := make(map[string]bool, len(endings))
	for _, e := range endings {
		set[e] = true
	}
	return set
}
