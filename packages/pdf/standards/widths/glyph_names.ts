/**
 * The names of glyphs in fonts and in the encodings of ISO 32000-1, annex D. A dash is for a code without a glyph.
 */

const namesIn = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/);

/** The names of the codes from 32 on. */
const fromSpace = (text: string): ReadonlyArray<string | undefined> => [
  ...Array.from({ length: 32 }, () => undefined),
  ...namesIn(text).map((name) => (name === "-" ? undefined : name)),
];

/** The standard strings of CFF fonts. */
export const STANDARD_STRINGS = namesIn(`
  .notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft
  parenright asterisk plus comma hyphen period slash zero one two three four five six seven
  eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q
  R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c
  d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown
  cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft
  guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet
  quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown
  grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut
  ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash
  oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter
  divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply
  threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute
  Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex
  Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron
  aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis
  egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde
  scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall
  Hungarumlautsmall dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior
  parenrightsuperior twodotenleader onedotenleader zerooldstyle oneoldstyle twooldstyle
  threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle
  commasuperior threequartersemdash periodsuperior questionsmall asuperior bsuperior
  centsuperior dsuperior esuperior isuperior lsuperior msuperior nsuperior osuperior rsuperior
  ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior Circumflexsmall
  hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall
  Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall
  Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall
  centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall
  Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall
  questiondownsmall oneeighth threeeighths fiveeighths seveneighths onethird twothirds
  zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior
  zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior
  seveninferior eightinferior nineinferior centinferior dollarinferior periodinferior
  commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall
  AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall
  Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall
  Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall
  Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001
  001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold
`);

const STANDARD = fromSpace(`
  space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright
  asterisk plus comma hyphen period slash zero one two three four five six seven eight nine
  colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W
  X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i
  j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde - - - - - - - - - - -
  - - - - - - - - - - - - - - - - - - - - - - - exclamdown cent sterling fraction yen florin
  section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl -
  endash dagger daggerdbl periodcentered - paragraph bullet quotesinglbase quotedblbase
  quotedblright guillemotright ellipsis perthousand - questiondown - grave acute circumflex
  tilde macron breve dotaccent dieresis - ring cedilla - hungarumlaut ogonek caron emdash - -
  - - - - - - - - - - - - - - AE - ordfeminine - - - - Lslash Oslash OE ordmasculine - - - - -
  ae - - - dotlessi - - lslash oslash oe germandbls - - - -
`);

const MAC_ROMAN = fromSpace(`
  space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
  asterisk plus comma hyphen period slash zero one two three four five six seven eight nine
  colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W
  X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k
  l m n o p q r s t u v w x y z braceleft bar braceright asciitilde - Adieresis Aring Ccedilla
  Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ccedilla
  eacute egrave ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve
  ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree cent sterling
  section bullet paragraph germandbls registered copyright trademark acute dieresis notequal
  AE Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product pi
  integral ordfeminine ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical
  florin approxequal Delta guillemotleft guillemotright ellipsis space Agrave Atilde Otilde OE
  oe endash emdash quotedblleft quotedblright quoteleft quoteright divide lozenge ydieresis
  Ydieresis fraction currency guilsinglleft guilsinglright fi fl daggerdbl periodcentered
  quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis Egrave
  Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex
  Ugrave dotlessi circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek
  caron
`);

const WIN_ANSI = fromSpace(`
  space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
  asterisk plus comma hyphen period slash zero one two three four five six seven eight nine
  colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W
  X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k
  l m n o p q r s t u v w x y z braceleft bar braceright asciitilde bullet Euro bullet
  quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron
  guilsinglleft OE bullet Zcaron bullet bullet quoteleft quoteright quotedblleft quotedblright
  bullet endash emdash tilde trademark scaron guilsinglright oe bullet zcaron Ydieresis space
  exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine
  guillemotleft logicalnot hyphen registered macron degree plusminus twosuperior threesuperior
  acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter
  onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE
  Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde
  Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex
  Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae
  ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde
  ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis
  yacute thorn ydieresis
`);

/** The names of the glyphs of an encoding, by code. */
export type GlyphNames = ReadonlyArray<string | undefined>;

/** The encodings by their names. */
export const ENCODINGS: Readonly<Record<string, GlyphNames>> = {
  StandardEncoding: STANDARD,
  MacRomanEncoding: MAC_ROMAN,
  WinAnsiEncoding: WIN_ANSI,
};

/** The code point of each name in the two encodings of text. */
export const CODE_POINTS: ReadonlyMap<string, number> = new Map(
  [
    { names: MAC_ROMAN, label: "macintosh" },
    // The higher codes of both are unique; the lower ones are ASCII.
    { names: WIN_ANSI, label: "windows-1252" },
  ].flatMap(({ names, label }) => {
    const text = new TextDecoder(label).decode(Uint8Array.from(names.keys()));
    return names
      .map((name, code) => [name, text.codePointAt(code)] as const)
      .toReversed()
      .flatMap(([name, codePoint]) =>
        name === undefined || isControl(codePoint) ? [] : [[name, codePoint ?? 0] as const],
      );
  }),
);

/** Windows-1252 has controls where the encoding has bullets. */
function isControl(codePoint = 0): boolean {
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
}
