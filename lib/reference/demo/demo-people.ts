import { hash, pick } from '@/lib/reference/hash'

const givenNames = [
  ...[
    'Agustina',
    'Andrés',
    'Beatriz',
    'Bruno',
    'Camila',
    'Carlos',
    'Daniela',
    'Diego',
    'Elena',
    'Federico',
  ],
  ...[
    'Gabriela',
    'Gonzalo',
    'Inés',
    'Joaquín',
    'Julieta',
    'Leticia',
    'Lucía',
    'Martín',
    'Matías',
    'Natalia',
  ],
  ...['Nicolás', 'Paula', 'Rodrigo', 'Sebastián', 'Valentina', 'Washington'],
] as [string, ...string[]]

const familyNames = [
  ...['Acosta', 'Barreto', 'Bentancor', 'Cabrera', 'Castro', 'Da Silva', 'Etcheverry', 'Fagúndez'],
  ...[
    'Ferreira',
    'Giménez',
    'Larrosa',
    'Machado',
    'Méndez',
    'Núñez',
    'Olivera',
    'Pereyra',
    'Píriz',
  ],
  ...['Quintana', 'Rivero', 'Sosa', 'Techera', 'Umpiérrez', 'Viera', 'Zabala'],
] as [string, ...string[]]

const firms = [
  ...['Remises del Prado', 'Cooperativa Rambla', 'Mandados Cordón', 'Taxis Punta Carretas'],
  ...['Fletes La Teja', 'Traslados Ciudad Vieja', 'Reparto Verde', 'Radio Taxi Palermo'],
] as [string, ...string[]]

/** Values that break pages and exports which do not escape them. */
const hostileNames = [
  '<b>Ada</b>',
  '=1+1',
  "Robert'); drop table drivers --",
  '\u202eAda\u202c',
  'سائق',
  '"Ada", "Bob"',
] as [string, ...string[]]

export interface Contact {
  name: string
  email: string
}

/** An invented person; the e-mail domain is reserved (RFC 2606). */
export function inventPerson(seed: number, index: number, isHostile = false): Contact {
  const given = pick(givenNames, hash(seed, index, 1))
  const family = pick(familyNames, hash(seed, index, 2))
  const email = `${plain(given)}.${plain(family)}@drivers.example`
  const name = isHostile && index % 8 === 7 ? pick(hostileNames, index >>> 3) : `${given} ${family}`
  return { name, email }
}

export function inventFirm(seed: number, index: number): Contact {
  const name = pick(firms, hash(seed, index, 3))
  return { name, email: `office@${plain(name)}.example` }
}

/** Letters that need no escaping in an e-mail address. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
