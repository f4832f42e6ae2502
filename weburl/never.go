package weburl

import (
	"slices"
	"strings"

	"sluice/internal/format"
)

// neverPages are the endings, sorted into kinds, of what is never a page nor a document.
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

// NeverPages are the endings of what is never a page nor a document, in lower case and sorted: images, sound,
// film, styles, scripts, programs and data archives. The ending of a packed file that is none of these inside
// (.ps.gz, .tex.Z, .html.gz, .txt.gz) is not among them.
var NeverPages = func() (all []string) {
	for _, endings := range neverPages {
		all = append(all, endings...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}()

var isNeverPage = nameSet(NeverPages...)

// pageInside are the endings before that of a packed file with which it may hold a page or a document.
var pageInside = nameSet(".htm", ".html", ".shtml", ".xhtml", ".txt", ".text", ".xml", ".rss", ".atom", ".md", ".asc")

// NeverPage reports whether u has an ending of what is never a page, so that it is not worth asking for.
func NeverPage(u URL) bool {
	all := u.Ending()
	if all == "" {
		return false
	}
	inner, outer := cutPacked(all)
	if inner != "" && outer != "" {
		return !pageInside[inner] && !format.LeadsToDocument(inner)
	}
	return isNeverPage[all]
}

// DocumentEnding reports whether u ends like a document: PDF, PostScript, TeX, DVI, Word, PowerPoint,
// OpenDocument, RTF or EPUB, or one of them packed by gzip, compress or bzip2.
func DocumentEnding(u URL) bool {
	inner, outer := cutPacked(u.Ending())
	if inner == "" {
		return false // packed, and nothing says what
	}
	switch outer {
	case "", ".gz", ".z", ".bz2":
		return format.LeadsToDocument(inner)
	}
	return false
}

// cutPacked parts an ending of Ending() into that of the file inside and that of its packing, if any.
func cutPacked(all string) (inner, outer string) {
	dot := strings.LastIndexByte(all, '.')
	if dot >= 0 && packed[all[dot:]] {
		return all[:dot], all[dot:]
	}
	return all, ""
}
