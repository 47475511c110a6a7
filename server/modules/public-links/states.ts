/** The state of a public link, and its rights: those of its maker, on its own clients only. */
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE, mayReadClient } from '../../lib/scope.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { User } from '../../lib/user.ts'
import type { StoredLink } from './repo.ts'

export type State = PublicLink['state']

/** One message for every reason: the reader of a link may not learn why it ended. */
export const linkEnded = () =>
  new AppError(
    'PUBLIC_LINK_ENDED',
    'This link shows nothing any more; ask the person who gave it to you for another one.',
  )

/** The clients of a link that its maker may read now. */
export const clientsNow = ({ clients }: StoredLink, maker: User): number[] =>
  clients.filter((client) => mayReadClient(scopeOf(maker), client))

/** Who opens the document: its maker, in the language of the link. */
export function makerCaller(link: StoredLink, maker: User): Caller {
  const user = { ...maker, properties: { ...maker.properties, lang: link.lang } }
  return {
    user,
    scope: scopeOf(user),
    account: accountOf(user),
    tokenHash: '',
    since: link.createdAt,
    isConfirmed: false,
    readsOnly: true,
  }
}

/** Who asks for figures: no administrator, also where its maker is one. */
export function readerCaller(link: StoredLink, maker: User): Caller {
  const caller = makerCaller(link, maker)
  return { ...caller, scope: { ...caller.scope, role: 'basic', clients: clientsNow(link, maker) } }
}

/** An open link, with who made it and its document. */
export interface OpenLink {
  readonly link: StoredLink
  readonly maker: User
  readonly text: string
}

interface Parts {
  readonly catalog: Pick<Catalog, 'publicLinks' | 'users'>
  readonly dashboards: Pick<DashboardService, 'view' | 'readable'>
  readonly clock: Clock
}

export function linkStates({ catalog, dashboards, clock }: Parts) {
  /** Without its dashboard, which is looked up apart. */
  function stateOf(link: StoredLink, maker: User | undefined): State {
    if (link.revokedAt !== null) return 'revoked'
    if (clock.now() >= link.endsAt) return 'ended'
    if (maker === undefined || !maker.enabled) return 'maker'
    return clientsNow(link, maker).length === 0 ? 'rights' : 'active'
  }

  /** Throws PUBLIC_LINK_ENDED. */
  async function open(link: StoredLink): Promise<OpenLink> {
    const maker = await catalog.users.find(SYSTEM_SCOPE, link.owner)
    if (maker === undefined || stateOf(link, maker) !== 'active') throw linkEnded()
    // Also of a snapshot: who may no longer open the dashboard no longer shows it.
    const view = await dashboards.view(makerCaller(link, maker), link.dashboard).catch((cause: unknown) => {
      throw cause instanceof AppError && cause.status === 404 ? linkEnded() : cause
    })
    const kept = link.periods === 'snapshot' ? await catalog.publicLinks.document(link.id) : view.text
    if (kept === null) throw linkEnded()
    return { link, maker, text: kept }
  }

  return { stateOf, open }
}

export type LinkStates = ReturnType<typeof linkStates>
