import { type CorpusCase, corpusCase, half, put, variable } from "./corpus_case.ts";

/** A text in each script. */
const TEXTS: Readonly<Record<string, string>> = {
  latin: "The quick brown fox jumps over the lazy dog. 0123456789 (a+b) [c] {d} “e” ‘f’ & @ # %",
  accents: "Příliš žluťoučký kůň, Ærøskøbing, naïve façade, Łódź, İstanbul, Ñandú, straße, ŒUVRE",
  vietnamese: "Tiếng Việt: mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm",
  ligatures: "office affine flower fjord first fluffy",
  greek: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ἀρχιμήδης ᾧ ΐ",
  cyrillic: "Съешь же ещё этих мягких французских булок, да выпей чаю. Ђорђе, Ўзбек, Їжак",
  arabic: "صف خلق خود كمثل الشمس إذ بزغت يحظى الضجيع بها نجلاء معطار لا إله",
  arabic_vowels: "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ",
  arabic_numbers: "الفاتورة رقم ١٢٣٤٥ بمبلغ 1250.50 في 2025-03-14",
  persian: "پژوهش‌های گچ‌کاری را می‌خواهم ۱۲۳",
  hebrew: "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה",
  hebrew_points: "בְּרֵאשִׁית בָּרָא אֱלֹהִים",
  devanagari: "नमस्ते दुनिया। हिन्दी में लिखा हुआ क्षत्रिय ज्ञान श्री कार्य ₹ १२३",
  thai: "สวัสดีชาวโลก ภาษาไทยเขียนติดกันไม่มีเว้นวรรค น้ำใจ กำลัง",
  han_simplified: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。",
  han_traditional: "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。",
  japanese: "いろはにほへと、ちりぬるを。カタカナと漢字交じりの文章「括弧」",
  korean: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
  bengali: "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। ক্ষ জ্ঞ শ্রী র্য ১২৩ ৳",
  tamil: "யாதும் ஊரே யாவரும் கேளிர், தீதும் நன்றும் பிறர்தர வாரா. ஶ்ரீ கௌ",
  telugu: "దేశ భాషలందు తెలుగు లెస్స అని శ్రీకృష్ణదేవరాయలు అన్నారు. క్ష జ్ఞ",
  gujarati: "જય જય ગરવી ગુજરાત, દીપે અરુણું પરભાત। ક્ષ જ્ઞ શ્રી ૧૨૩",
  gurmukhi: "ਸਾਰੇ ਮਨੁੱਖ ਮਾਣ ਅਤੇ ਹੱਕਾਂ ਪੱਖੋਂ ਬਰਾਬਰ ਪੈਦਾ ਹੋਏ ਹਨ। ਸ੍ਰੀ ਪ੍ਰ",
  oriya: "ବନ୍ଦେ ଉତ୍କଳ ଜନନୀ, ଚାରୁ ହାସମୟୀ ଚାରୁ ଭାଷମୟୀ। କ୍ଷ ଜ୍ଞ ଶ୍ରୀ",
  kannada: "ಎಲ್ಲಾದರೂ ಇರು ಎಂತಾದರು ಇರು ಎಂದೆಂದಿಗೂ ನೀ ಕನ್ನಡವಾಗಿರು. ಕ್ಷ ಶ್ರೀ",
  malayalam: "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടും ജനിച്ചവരാണ്.",
  sinhala: "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ශ්‍රී ක්‍රි ගෞරවය",
  khmer: "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរ។ ១២៣៛",
  burmese: "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။",
  lao: "ມະນຸດເກີດມາມີສິດເສລີພາບ ແລະ ສະເໝີໜ້າກັນໃນທາງກຽດຕິສັກ ₭",
  ethiopic: "የሰው፡ልጅ፡ሁሉ፡ሲወለድ፡ነጻና፡በክብርና፡በመብትም፡እኩልነት፡ያለው፡ነው።",
  armenian: "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ։ և ֏",
  georgian: "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებით. ₾ ᲧᲕᲔᲚᲐ",
  urdu: "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔",
  emoji: "👍🏽 👩‍❤️‍👨 👨‍👩‍👧‍👦 🇩🇪 🏳️‍🌈 1️⃣ ❤️ ☺️ 🧑🏿‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🫠 ok",
  symbols: "€ £ ¥ ₪ ₹ § ¶ © ® ™ … – — • → ← ✓ ✗ ☐ ☑ ½ ∑ ≤ ≠ ∞ № ° ± × ÷ α² x₁",
  combining: "e\u0301a\u0308o\u0302 n\u0303 C\u030c",
};

/** The same Han characters in the form of each language, with its punctuation. */
const HAN_TEXTS: Readonly<Record<string, string>> = {
  ja: "骨直海角令、データ・ベース「括弧」……①※〜ー",
  "zh-Hans": "骨直海角令，“引号”——他说……《书》",
  "zh-Hant": "骨直海角令，「引號」——他說……《書》",
  ko: "骨直海角令, 한국어 “따옴표” 문장이다.",
};

/** Left to right and right to left in one line; readers may split them into different words. */
const BIDI_TEXTS: Readonly<Record<string, string>> = {
  bidi_in_latin: "Hello שלום 123 world, مرحبا end.",
  bidi_in_hebrew: "שלום Hello עולם 42 (בסדר) Paraph 2.0!",
  bidi_in_arabic: "قال Paraph 2.0 جيد (حسنا) و 50% ثم done",
};

/** A text in two sizes and weights, in a narrow box and in a cell. */
function scriptCase(name: string, text: string, language?: string): CorpusCase {
  return corpusCase(name, {
    settings: language === undefined ? {} : { language },
    pages: [
      [
        put(8, 20, { name: "text" }),
        put(32, 30, { name: "text#bold", fontName: "Roboto-Bold", fontSize: 15 }),
        half("left", 70, 60, { name: "text#narrow", fontSize: 9 }),
        half("right", 70, 20, {
          name: "cells",
          type: "table",
          head: ["{text}"],
          bodyStyles: { fontSize: 8 },
        }),
      ],
    ],
    variables: [variable("text")],
    loops: [
      {
        key: "cells",
        label: "Cells",
        itemFields: [{ key: "text", label: "Text", dataType: "longtext", required: false }],
      },
    ],
    data: { text, cells: [{ text }] },
    expectedText: text.repeat(5),
  });
}

/** Every supported script. */
export const SCRIPTS: ReadonlyArray<CorpusCase> = [
  ...Object.entries({ ...TEXTS, ...BIDI_TEXTS }).map(([name, text]) => scriptCase(name, text)),
  ...Object.entries(HAN_TEXTS).map(([language, text]) =>
    scriptCase(`han_${language}`, text, language),
  ),
  corpusCase("all_scripts", {
    pages: [[put(8, 130, { name: "text", fontSize: 9, overflow: "expand" })]],
    variables: [variable("text")],
    data: { text: Object.values(TEXTS).join("\n") },
    expectedText: Object.values(TEXTS).join("\n"),
  }),
];
