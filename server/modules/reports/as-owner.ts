/** Work for an absent account: with the rights that it has at that moment, and for reading only. */
import { isAdmin } from '#domain/access'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { UserRepo } from '../users/repo.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import { type Ask, askWith, type Inject } from './ask.ts'
import type { ReportTokens } from './report-tokens.ts'

export interface OwnerParts {
  readonly users: Pick<UserRepo, 'find'>
  readonly dashboards: Pick<DashboardService, 'view'>
  readonly reportTokens: ReportTokens
  readonly inject: Inject
}

/** A dashboard as its owner may see it now. */
interface Owned {
  readonly document: string
  readonly user: { readonly id: number; readonly isAdmin: boolean }
  readonly ask: Ask
}

type OwnerGone = { readonly reason: 'ownerGone' | 'dashboardGone' }

/** The account; null when it is gone, disabled, or has to choose a new password. */
export async function ownerOf({ users }: Pick<OwnerParts, 'users'>, id: number): Promise<User | null> {
  const user = await users.find(SYSTEM_SCOPE, id)
  return user === undefined || !user.enabled || user.passwordExpired ? null : user
}

/** Runs `work` with a token that ends with it, or after `lifeMs`. */
export async function asOwner<T>(
  { dashboards, reportTokens, inject }: OwnerParts,
  user: User,
  { dashboard, lifeMs }: { readonly dashboard: string; readonly lifeMs: number },
  work: (owned: Owned) => Promise<T>,
): Promise<T | OwnerGone> {
  const account = accountOf(user)
  const document = await dashboards.view({ user, scope: scopeOf(user), account }, dashboard).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.status === 404) return null
    throw cause
  })
  if (document === null) return { reason: 'dashboardGone' }
  const token = reportTokens.issue(user.id, lifeMs)
  try {
    return await work({
      document: document.text,
      user: { id: user.id, isAdmin: isAdmin(account) },
      ask: askWith(inject, token.token),
    })
  } finally {
    token.end()
  }
}
