import { linearPartsOf } from './tokens'

type Matrix = readonly (readonly [number, number, number])[]

/**
 * What each kind of colour blindness makes of light.
 * Source: Machado, Oliveira, Fernandes 2009, severity 1
 */
export const VISIONS = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

export type Vision = keyof typeof VISIONS

/** How different two colours look, as CIE 1976 counts it: 2 is just seen, 10 at a glance. */
export function distance(one: string, other: string, vision: Vision = 'usual'): number {
  const [lightness = 0, a = 0, b = 0] = labOf(one, vision)
  const [otherLightness = 0, otherA = 0, otherB = 0] = labOf(other, vision)
  return Math.hypot(lightness - otherLightness, a - otherA, b - otherB)
}

/** Of CIE 1976, for daylight. */
function labOf(colour: string, vision: Vision): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = linearPartsOf(colour)
  const seen = VISIONS[vision].map((row) => {
    const light = row[0] * red + row[1] * green + row[2] * blue
    return Math.min(1, Math.max(0, light))
  })
  const [r = 0, g = 0, b = 0] = seen
  const x = rooted((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = rooted(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = rooted((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function rooted(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116
}
