/** The alphabet of a document. */
export type Script = "latin" | "cyrillic";

const COMMON: Record<Script, ReadonlyArray<string>> = {
  latin:
    "Consulting services monthly hosting license support design audit travel training cloud storage backup review delivery premium".split(
      " ",
    ),
  cyrillic:
    "Консультация услуги ежемесячно хостинг лицензия поддержка дизайн аудит поездка обучение облако хранение резерв проверка доставка премиум".split(
      " ",
    ),
};
const SYLLABLES: Record<Script, ReadonlyArray<string>> = {
  latin: "ba ker li mon ra fi sen to wic der na sta vel ju qua hof".split(" "),
  cyrillic: "ба кер ли мон ра фи сен то виц дер на ста вел жу ква гоф".split(" "),
};

/**
 * Returns a function that writes words, half of them from a vocabulary of some 60,000, so that caches of
 * words do not help.
 */
export function wordsOf(script: Script, random: () => number): (count: number) => string {
  const pick = (from: ReadonlyArray<string>) => from[Math.floor(random() * from.length)] ?? "";
  const word = () => {
    if (random() < 0.5) return pick(COMMON[script]);
    const syllables = 2 + Math.floor(random() * 3);
    const text = Array.from({ length: syllables }, () => pick(SYLLABLES[script])).join("");
    return random() < 0.5 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  };
  return (count) => Array.from({ length: count }, word).join(" ");
}

/** An amount as it prints: `1,234.50`. */
export function money(amount: number): string {
  return amount.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
