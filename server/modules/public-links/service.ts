/**
 * Public links: a dashboard for anyone with the link, without signing in, until its end. It asks only what its document
 * asks, of its own clients and locals, with the rights that its maker has at that moment (decision 100).
 */
import { DAY_MS } from '#domain/days'
import type { PublicLinkDraft } from '#schemas/generated/api/public-link-draft.ts'
import type { PublicLinkMade } from '#schemas/generated/api/public-link-made.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Caller } from '../../lib/caller.ts'
import type { User } from '../../lib/user.ts'
import { asker } from './asking.ts'
import { linkMaking } from './making.ts'
import type { LinkParts } from './parts.ts'
import { linkReading } from './reading.ts'
import type { StoredLink } from './repo.ts'
import { clientsNow, linkStates, makerCaller } from './states.ts'
import type { State } from './states.ts'

/** How long an ended link stays in the list. */
const KEPT_MS = 90 * DAY_MS

export function publicLinkService(parts: LinkParts) {
  const { catalog, dashboards, clock, inject, linkTokens } = parts
  const states = linkStates({ catalog, dashboards, clock })
  const figures = asker({ inject, tokens: linkTokens })
  const reading = linkReading(parts, states, figures)
  const make = linkMaking(parts, figures)

  function entity(
    link: StoredLink,
    {
      maker,
      state,
      dashboardName,
      scope,
    }: {
      readonly maker: User | undefined
      readonly state: State
      readonly dashboardName: string | null
      readonly scope: Caller['scope']
    },
  ): PublicLink {
    const { owner, values: _values, timeZone: _zone, ...rest } = link
    return {
      ...rest,
      clients: maker === undefined ? [] : clientsNow(link, maker),
      locals: link.locals === null ? null : [...link.locals],
      origins: [...link.origins],
      dashboardName,
      owner: maker?.username ?? '',
      mine: owner === scope.userId,
      state,
    }
  }

  return {
    /** The caller's own, and for administrators those of this client, or all; newest first. */
    async list(caller: Caller, { client }: { client?: number }): Promise<PublicLink[]> {
      const { scope } = caller
      const links = await catalog.publicLinks.list(scope, client)
      const owners = [...new Set(links.map(({ owner }) => owner))]
      const makers = new Map(
        await Promise.all(owners.map(async (id) => [id, await catalog.users.find(SYSTEM_SCOPE, id)] as const)),
      )
      const names = new Map((await dashboards.readable(caller)).map(({ id, name }) => [id, name]))
      const open = new Map<number, ReadonlySet<string>>()
      const opens = async (link: StoredLink, maker: User) => {
        const known =
          open.get(maker.id) ?? new Set((await dashboards.readable(makerCaller(link, maker))).map(({ id }) => id))
        open.set(maker.id, known)
        return known.has(link.dashboard)
      }
      const all: PublicLink[] = []
      for (const link of links) {
        const maker = makers.get(link.owner)
        const state = states.stateOf(link, maker)
        const isLost = state === 'active' && maker !== undefined && !(await opens(link, maker))
        all.push(
          entity(link, {
            maker,
            state: isLost ? 'rights' : state,
            dashboardName: names.get(link.dashboard) ?? null,
            scope,
          }),
        )
      }
      return all
    },

    /** With its token, this once. Throws what making one throws. */
    async create(caller: Caller, draft: PublicLinkDraft): Promise<PublicLinkMade> {
      const { made, token, dashboardName } = await make(caller, draft)
      return { ...entity(made, { maker: caller.user, state: 'active', dashboardName, scope: caller.scope }), token }
    },

    /** Ends it now, and what it kept. Throws PUBLIC_LINK_NOT_FOUND, also for one that was revoked before. */
    async revoke({ scope }: Caller, id: number): Promise<void> {
      await catalog.transaction(async (repositories) => {
        const link = await repositories.publicLinks.find(scope, id)
        if (link === undefined || !(await repositories.publicLinks.revoke(scope, id, clock.now())))
          throw new AppError('PUBLIC_LINK_NOT_FOUND', `There is no public link ${id} that this account may revoke.`, {
            link: id,
          })
        await repositories.audit.append(scope, {
          action: 'publicLink.revoke',
          target: `public link ${id}`,
          details: { name: link.name, dashboard: link.dashboard },
          at: clock.now(),
        })
      })
    },

    view: reading.view,
    ask: reading.ask,

    /** Origins that may show the page of this address in a frame. */
    framers: (slug: string): Promise<string[]> => catalog.publicLinks.framers(slug),

    runMaintenance: (): Promise<void> => catalog.publicLinks.sweep(clock.now(), clock.now() - KEPT_MS),
  }
}

export type PublicLinkService = ReturnType<typeof publicLinkService>
