import { readdir, readFile } from 'node:fs/promises'

// Clock ticks per second in /proc.
const TICKS_PER_SECOND = 100

export interface Usage {
  /** Of all cores together, since the process began. */
  readonly cpuSeconds: number
  readonly residentBytes: number
}

/** Processor time and memory of a process and its children. @throws where there is no /proc */
export async function usageOf(pid: number): Promise<Usage> {
  const [stat, status, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
    childrenOf(pid),
  ])
  // The command's name may contain spaces: read after its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    residentBytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024,
  }
  const all = await Promise.all(children.map(usageOf))
  return {
    cpuSeconds: own.cpuSeconds + all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    residentBytes: own.residentBytes + all.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}
