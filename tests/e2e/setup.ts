/** One demo server for all journeys; tells them where it is. */
import type { TestProject } from 'vitest/node'
import { startDemo } from '../../scripts/demo-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
    dataDir: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await startDemo()
  project.provide('address', demo.address)
  project.provide('dataDir', demo.dataDir)
  return () => demo.stop()
}
