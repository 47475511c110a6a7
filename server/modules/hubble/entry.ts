/** Shared parts of all lists of the fleet: entries by MAC, with passwords that never come out and a record. */
import type { AuditAction } from '#domain/audit-actions'
import type { Catalog, Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'

const LISTS = {
  wifi: 'Wi-Fi entry',
  ssh: 'SSH entry',
  node: 'node config',
  factory: 'factory config',
  validator: 'validation',
} as const
export type ListName = keyof typeof LISTS

export const entryMissing = (list: ListName, mac: string) =>
  new AppError('NODE_ENTRY_NOT_FOUND', `There is no ${LISTS[list]} for ${mac}.`, { mac, list })
export const entryTaken = (list: ListName, mac: string) =>
  new AppError('NODE_ENTRY_TAKEN', `There is a ${LISTS[list]} for ${mac} already; change that one.`, { mac, list })

type Work<T> = (repositories: Repositories, at: number) => Promise<{ answer: T; details?: Record<string, unknown> }>
/** Does something with its entry in the audit log. */
export type Recorder = <T>(scope: Scope, action: AuditAction, target: string, work: Work<T>) => Promise<T>

/** With an entry in the audit log that says what changed, and of a secret only that it did. */
export const recorder =
  ({ catalog, clock }: { readonly catalog: Pick<Catalog, 'transaction'>; readonly clock: Clock }): Recorder =>
  (scope, action, target, work) =>
    catalog.transaction(async (repositories) => {
      const at = clock.now()
      const { answer, details } = await work(repositories, at)
      await repositories.audit.append(scope, { action, target, at, ...(details && { details }) })
      return answer
    })

/** The stored value of a password: undefined = unchanged. */
export const sealedIn = (secrets: Pick<Secrets, 'seal'>, password: string | null | undefined, place: string) =>
  typeof password === 'string' ? secrets.seal(password, place) : password

export const passwordDetail = (password: string | null | undefined) => ({
  password: password === undefined ? 'kept' : password === null ? 'none' : 'set',
})

export const removal =
  (list: ListName, mac: string, remove: (hubble: Repositories['hubble']) => Promise<boolean>) =>
  async ({ hubble }: Repositories) => {
    if (!(await remove(hubble))) throw entryMissing(list, mac)
    return { answer: undefined }
  }
