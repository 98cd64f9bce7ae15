/** Units of measure behind a number by their spellings, in lower case: `litre` and `ltr` are `l`. */
export const measureUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mm: ['mm', 'millimetre', 'millimeter'],
    cm: ['cm', 'centimetre', 'centimeter', 'सेमी', 'समी'],
    m: ['m', 'metre', 'meter'],
    inch: ['inch', 'inche', 'इच', 'इंच'],
    ft: ['ft', 'feet', 'foot'],
    ml: ['ml', 'millilitre', 'milliliter', 'मिली'],
    l: ['l', 'lt', 'ltr', 'litre', 'liter', 'लीटर'],
    g: ['g', 'gm', 'gram', 'gramme', 'ग्राम'],
    kg: ['kg', 'kilo', 'kilogram', 'किलो'],
    w: ['w', 'watt'],
    v: ['v', 'volt'],
    pc: ['pc', 'piece', 'pec'],
    xl: ['xl'],
  }).flatMap(([unit, spellings]) =>
    spellings.flatMap((spelling): [string, string][] => [
      [spelling, unit],
      [`${spelling}s`, unit],
    ]),
  ),
);
