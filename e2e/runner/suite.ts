import type { ResultTable } from './table'

export interface SuiteOptions {
  /** The shortest form that still covers every part. */
  readonly quick: boolean
  readonly log: (line: string) => void
}

/** Measures or attacks one part of the product. @throws when it could not be done */
export type SuitePart = (options: SuiteOptions) => Promise<ResultTable>

export interface Suite {
  readonly parts: Readonly<Record<string, SuitePart>>
  /** Parts that may run side by side in the quick form, because they mostly wait; the others follow one by one. */
  readonly concurrent: readonly string[]
  /** Whether a missed target fails the command; a missed time fails only the full form. */
  readonly failsOnMiss: boolean
}

export interface SuiteResult {
  readonly tables: readonly ResultTable[]
  /** Parts that could not be run to their end. */
  readonly failures: readonly string[]
}

/** Runs the named parts; one that throws does not keep the others from running. */
export async function runSuite(
  { parts, concurrent }: Suite,
  names: readonly string[],
  options: SuiteOptions,
): Promise<SuiteResult> {
  const tables = new Map<string, ResultTable>()
  const whole = new Set<string>()
  const run = async (name: string) => {
    options.log(`── ${name} ──`)
    try {
      const table = await (parts[name] as SuitePart)(options)
      tables.set(name, table)
      if (table.failure === undefined) whole.add(name)
      else options.log(`${name} failed: ${table.failure}`)
    } catch (error) {
      options.log(`${name} failed: ${(error as Error).stack}`)
    }
  }
  const isConcurrent = (name: string) => options.quick && concurrent.includes(name)
  await Promise.all(names.filter(isConcurrent).map(run))
  for (const name of names.filter((name) => !isConcurrent(name))) await run(name)
  return {
    tables: names.flatMap((name) => tables.get(name) ?? []),
    failures: names.filter((name) => !whole.has(name)),
  }
}

/** Whether the command succeeds. */
export function isPassed(
  { failsOnMiss }: Suite,
  { tables, failures }: SuiteResult,
  { quick }: Pick<SuiteOptions, 'quick'>,
): boolean {
  const missed = tables
    .flatMap(({ rows }) => rows)
    .filter(({ met, isTime }) => met === false && !(quick && isTime))
  return failures.length === 0 && !(failsOnMiss && missed.length > 0)
}
