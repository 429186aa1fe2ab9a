import { distance } from 'fastest-levenshtein'

// Words of each line mean the same; the first stands for all. Without accents, in lower case.
const SAME = `
avenida avda av ave avenue
bulevar boulevard bvar bv blvd blv boul bd bulevard
camino cno cmno
carretera ctra
ruta rta
pasaje pje psje pasagem
plaza pza place pl platz praca
peatonal peat
rambla rbla
general gral gen
doctor dr dra doctora drive
profesor prof professor
ingeniero ing
arquitecto arq
coronel cnel col colonel
capitan cap cpt capt captain
comandante cmdte cte
teniente tte lieutenant lt
almirante alte admiral
brigadier brig
sargento sgto sgt
presidente pte pdte president pres
monsenor mons
hermanos hnos
republica rep
nuestra ntra
senora sra
santa sta
santo sto
street st str saint strasse straat
road rd
lane ln
court ct
square sq
terrace ter terr
highway hwy
parkway pkwy
crescent cres
bridge brg
mount mt monte
fort ft
chemin ch
north n norte nord
south s sur sud
east e este
west w oeste
northeast ne noreste
northwest nw noroeste
southeast se sureste sudeste
southwest sw suroeste sudoeste
primero 1ro 1ero first 1st
segundo 2do second 2nd
tercero 3ro 3ero third 3rd
`

/** Spellings, each with the word that stands for it. */
const canonical: ReadonlyMap<string, string> = new Map(
  SAME.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ')
      return others.map((word) => [word, first] as const)
    }),
)

const titles = new Set(canonical.values())

/** Words that are abbreviated, and left out by those that know the street. */
export function isTitle(word: string): boolean {
  return titles.has(word)
}

const LONG_WORD = 4
/** Endings that are abbreviated within a word: "Hauptstr." */
const ENDINGS: readonly (readonly [RegExp, string])[] = [[/(\p{L}{3,})str$/u, '$1strasse']]

function canonicalWord(word: string): string {
  for (const [ending, whole] of ENDINGS) if (ending.test(word)) return word.replace(ending, whole)
  return canonical.get(word) ?? word
}

/**
 * The whole word for an abbreviation, or its like in another language, with one error: "avneue".
 */
export function misspelt(word: string): string | null {
  if (word.length < LONG_WORD) return null
  for (const [spelling, whole] of canonical)
    if (spelling.length >= LONG_WORD && errorsBetween(word, spelling) === 1) return whole
  return null
}

/** Letters changed, missing or added; two neighbours in turned order are one error. */
export function errorsBetween(word: string, other: string): number {
  const at = [...word].findIndex((letter, n) => letter !== other[n])
  const isSwapped =
    word.length === other.length &&
    at >= 0 &&
    word[at] === other[at + 1] &&
    word[at + 1] === other[at]
  return distance(word, other) - (isSwapped ? 1 : 0)
}

/** More words of a text are left out. */
const WORDS_MAXIMUM = 12
const LONGEST_WORD = 40

/**
 * Words without accents and case, abbreviations written out: "Av. Gral. Rivera" gives
 * avenida, general, rivera.
 */
export function foldWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAXIMUM)
    .map((word) => canonicalWord(word.slice(0, LONGEST_WORD)))
}

/** Keeps separators. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/['’`´]/g, '')
}

/** Words that say little: a query may lack them. */
export const SMALL_WORDS = new Set(
  'de del la las los el y e the of and di da do dos das des du le les von van der den und et'.split(
    ' ',
  ),
)

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^Avenida\b/, 'Av.'],
  [/^Avenue\b/, 'Av.'],
  [/^Bulevar\b/, 'Bv.'],
  [/^Boulevard\b/, 'Bd.'],
  [/\bGeneral\b/, 'Gral.'],
  [/\bDoctor\b/, 'Dr.'],
  [/\bStreet$/, 'St'],
  [/\bAvenue$/, 'Ave'],
]

/** A street's name for a row of a list: "Av. Italia". */
export function shortName(name: string): string {
  return SHORT.reduce((text, [long, short]) => text.replace(long, short), name)
}
