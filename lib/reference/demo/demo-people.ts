import { hash, pick } from '@/lib/reference/hash'

const givenNames = [
  ...['Amara', 'Bartek', 'Chiara', 'Dele', 'Eilidh', 'Farid', 'Grace', 'Haruto', 'Imogen', 'Jamal', 'Katya'],
  ...['Liam', 'Mei', 'Nikhil', 'Oluwaseun', 'Priya', 'Quentin', 'Rosa', 'Siôn', 'Tomasz', 'Ugo', 'Valeria'],
  ...['Wanjiru', 'Xiaoming', 'Yusuf', 'Zoë'],
] as [string, ...string[]]

const familyNames = [
  ...['Abara', 'Birchwood', 'Castellan', "D'Arvello", 'Ellwater', 'Fenwright', 'Grovesmith', 'Hartigan-Lowe'],
  ...['Ivanchenko', 'Jokinen', 'Kaltenbrück', 'Larkmoor', 'Mwangeni', 'Nairobson', "O'Tarrow", 'Pellworth'],
  ...[
    'Quillfeather',
    'Rahmanpur',
    'Søndergren',
    'Thackerby',
    'Umarwala',
    'Vossgate',
    'Wintersham',
    'Zhangwei',
  ],
] as [string, ...string[]]

const firms = [
  ...['Albion Street Cars', 'Blackfriars Carriage Co-op', 'Crossways Couriers', 'Dockside Private Hire'],
  ...['Evergreen Vans', 'Foxglove Executive', 'Greenlane Cargo', 'Harbour & Hill Taxis'],
] as [string, ...string[]]

export interface Contact {
  name: string
  email: string
}

/** An invented person; the e-mail domain is reserved (RFC 2606). */
export function inventPerson(seed: number, index: number): Contact {
  const given = pick(givenNames, hash(seed, index, 1))
  const family = pick(familyNames, hash(seed, index, 2))
  return { name: `${given} ${family}`, email: `${plain(given)}.${plain(family)}@drivers.example` }
}

export function inventFirm(seed: number, index: number): Contact {
  const name = pick(firms, hash(seed, index, 3))
  return { name, email: `office@${plain(name)}.example` }
}

/** Letters that need no escaping in an e-mail address. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/ø/g, 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
