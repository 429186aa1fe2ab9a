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
export const canonical: ReadonlyMap<string, string> = new Map(
  SAME.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ')
      return others.map((word) => [word, first] as const)
    }),
)

/** Endings that are abbreviated within a word: "Hauptstr." */
const ENDINGS: readonly (readonly [RegExp, string])[] = [[/(\p{L}{3,})str$/u, '$1strasse']]

export function canonicalWord(word: string): string {
  for (const [ending, whole] of ENDINGS) if (ending.test(word)) return word.replace(ending, whole)
  return canonical.get(word) ?? word
}

/** Words that say little: a query may lack them. */
export const SMALL_WORDS = new Set(
  'de del la las los el y e the of and di da do dos das des du le les von van der den und et'.split(' '),
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
