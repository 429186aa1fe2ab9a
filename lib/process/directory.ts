import 'server-only'
import { createDirectory, type Directory } from '@/lib/directory/directory'
import { processInstance } from './instance'

/** The process's directory: call signs by vehicle id, out of every record that is read. */
export const processDirectory = processInstance('directory', open).get

async function open(): Promise<Directory> {
  return createDirectory()
}
