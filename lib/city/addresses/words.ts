import { distance } from 'fastest-levenshtein'

// Words of each line mean the same; the first stands for all. Without accents, in lower case.
const SYNONYMS = `
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
const canonical: ReadonlyMap<string, string> = readSynonyms()

function readSynonyms(): Map<string, string> {
  const synonyms = new Map<string, string>()
  for (const line of SYNONYMS.trim().split('\n')) {
    const [first = '', ...others] = line.split(' ')
    for (const word of others) synonyms.set(word, first)
  }
  return synonyms
}

const titles = new Set(canonical.values())

/** Words that are abbreviated, and left out by those that know the street. */
export function isTitle(word: string): boolean {
  return titles.has(word)
}

const LONG_WORD = 4
/** An ending that is abbreviated within a word: "Hauptstr." */
const STREET_ENDING = /(\p{L}{3,})str$/u

function canonicalWord(word: string): string {
  if (STREET_ENDING.test(word)) return word.replace(STREET_ENDING, '$1strasse')
  return canonical.get(word) ?? word
}

/**
 * The whole word for an abbreviation, or its like in another language, with one error: "avneue".
 */
export function misspelt(word: string): string | null {
  if (word.length < LONG_WORD) return null
  for (const [spelling, whole] of canonical) {
    if (spelling.length < LONG_WORD) continue
    if (errorsBetween(word, spelling) === 1) return whole
  }
  return null
}

/** Letters changed, missing or added; two neighbours in turned order are one error. */
export function errorsBetween(word: string, other: string): number {
  const errors = distance(word, other)
  return isSwapped(word, other) ? errors - 1 : errors
}

/** Whether the first difference of two words is two letters in turned order. */
function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  const first = [...word].findIndex((letter, n) => letter !== other[n])
  if (first < 0) return false
  return word[first] === other[first + 1] && word[first + 1] === other[first]
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
export const SMALL_WORDS = new Set([
  ...'de del la las los el y e'.split(' '),
  ...'the of and'.split(' '),
  ...'di da do dos das'.split(' '),
  ...'des du le les et'.split(' '),
  ...'von van der den und'.split(' '),
])

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
  let text = name
  for (const [long, short] of SHORT) text = text.replace(long, short)
  return text
}
