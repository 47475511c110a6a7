/**
 * A demo server for each journey that runs at a time, so that none meets the changes of another; passes their addresses
 * on.
 */
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../scripts/build-if-stale.ts'
import { startDemo } from '../../scripts/demo-server.ts'

/** A server of the journeys. */
export interface Served {
  readonly address: string
  readonly dataDir: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    servers: Served[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale()
  const demos = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startDemo()))
  project.provide(
    'servers',
    demos.map(({ address, dataDir }) => ({ address, dataDir })),
  )
  return async () => {
    await Promise.all(demos.map((demo) => demo.stop()))
  }
}
