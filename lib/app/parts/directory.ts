import { createDirectory, type Directory, KEPT_MS } from '@/lib/fleet/directory/directory'
import { decodeFacts, encodeFacts, STORED_KIND, type StoredFacts } from '@/lib/fleet/directory/facts'
import { processEncryptedEntries } from './encrypted-entries'
import { processInstance } from './instance'

const FORGET_MS = 15 * 60_000

/** The process's directory: call signs by vehicle id, out of every record that is read. @throws ConfigError */
export const processDirectory = processInstance('directory', open).get

async function open(): Promise<Directory> {
  const directory = createDirectory()
  const stored = processEncryptedEntries<StoredFacts>({
    kind: STORED_KIND,
    keptMs: KEPT_MS,
    *all() {
      for (const [id, facts] of directory.all()) if (facts.readAtMs > 0) yield [id, encodeFacts(facts)]
    },
    onStored: (entries) => {
      for (const [id, facts] of entries) directory.adopt(id, decodeFacts(facts))
    },
  })
  directory.onLearned((id, facts) => {
    if (facts.readAtMs > 0) stored?.put(id, encodeFacts(facts))
  })
  setInterval(directory.forgetOld, FORGET_MS).unref()
  return directory
}
