/**
 * A module of the server: a folder of `modules` whose `index.ts` declares its data in the catalog and whose `start.ts`
 * makes its services, routes and jobs. `app.ts` and `catalog.ts` are loops over the list of them.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Background } from './lib/background.ts'
import type { Catalog, Repositories } from './catalog.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { Damages } from './lib/damages.ts'
import type { DiskWatch } from './lib/disk-space.ts'
import type { Steps } from './db/migrate.ts'
import type { Db } from './db/tables.ts'
import type { FactStore } from './facts/store.ts'
import type { Reader } from './modules/imports/reading/reader.ts'
import type { Ingest } from './modules/ingest/ingest.ts'
import type { Job } from './lib/jobs.ts'
import type { Quotas } from './modules/ingest/service.ts'
import type { Printer } from './modules/reports/printer.ts'
import type { AccountQuotas } from './lib/quotas.ts'
import type { Secrets } from './lib/secrets.ts'
import type { TrafficKinds } from './traffic-kinds.ts'

/** Parts that exist before any module: the stores, the clock and the background jobs. */
export interface Core {
  readonly config: Config
  readonly publicUrl: string
  readonly loginDomain: string
  /** The quotas of an account. */
  readonly quotas: AccountQuotas
  /** Nothing is kept on disk. */
  readonly isInMemory: boolean
  readonly catalog: Catalog
  readonly facts: FactStore
  /** The facts of one kind of traffic, as who asks for figures means them. */
  readonly counted: FactStore
  readonly kinds: TrafficKinds
  readonly ingest: Ingest
  readonly reader: Reader
  readonly clock: Clock
  readonly secrets: Secrets
  readonly background: Background
  readonly disk: DiskWatch
  readonly damages: Damages
  readonly log: FastifyBaseLogger
  readonly inject: FastifyInstance['inject']
  /** Aborted when the server shuts down. */
  readonly leaving: AbortSignal | undefined
  /** Overrides by the caller of `buildApp`. */
  readonly given: { readonly printer?: Printer | undefined; readonly quotas?: Quotas | undefined }
}

/** By name, what modules make for each other; each adds its own where it is made, `declare module`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Services {}

/** Everything a module may use. A service is made when it is asked for the first time. */
export type Parts = Core & Services

export type ServiceMakers = { readonly [Name in keyof Services]?: (parts: Parts) => Services[Name] }

/** The exports of a `start.ts`. */
export interface StartedModule {
  readonly services?: ServiceMakers
  /** Calls below /api. */
  readonly routes?: (api: FastifyInstance, parts: Parts) => void
  /** Routes outside of /api. */
  readonly pageRoutes?: (app: FastifyInstance, parts: Parts) => void
  readonly jobs?: (parts: Parts) => readonly Job[]
  /** Before anything is answered: what a crash left is put in order. */
  readonly recover?: (parts: Parts) => Promise<unknown>
  /** Called first in a shutdown: cancels what would take long. */
  readonly abort?: (parts: Parts) => Promise<unknown>
  /** No job runs any more: what is under way ends. */
  readonly stop?: (parts: Parts) => Promise<unknown> | void
  /** Nothing is under way any more. */
  readonly close?: (parts: Parts) => Promise<unknown>
}

type RepositoryMakers = { readonly [Name in keyof Repositories]?: (db: Db) => Repositories[Name] }

/** The export of an `index.ts`: light, because every command that opens the catalog reads it. */
export interface ServerModule {
  /** Its folder. */
  readonly name: string
  readonly repositories?: RepositoryMakers
  /**
   * Its part of the catalog's history, by name, which begins with the next free number of four digits. Forward only:
   * a step runs once, in a transaction, and is never edited afterwards.
   */
  readonly steps?: Steps
  readonly start: () => Promise<StartedModule>
}

/**
 * The parts with every service behind its name, made once when it is first asked for. Throws when two modules make the
 * same one, or when one needs itself.
 */
export function partsOf(core: Core, started: readonly StartedModule[]): Parts {
  const parts = { ...core } as Parts
  const waiting: string[] = []
  for (const { services = {} } of started)
    for (const [name, make] of Object.entries(services) as [keyof Services, (parts: Parts) => unknown][]) {
      if (Object.hasOwn(parts, name)) throw new Error(`Two modules make ${name}.`)
      let made: { readonly service: unknown } | undefined
      Object.defineProperty(parts, name, {
        enumerable: true,
        get() {
          if (made) return made.service
          if (waiting.includes(name)) throw new Error(`${[...waiting, name].join(' needs ')}: a circle of services.`)
          waiting.push(name)
          try {
            made = { service: make(parts) }
          } finally {
            waiting.pop()
          }
          return made.service
        },
      })
    }
  return parts
}
