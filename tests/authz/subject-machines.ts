/** Callers that are no people: a device, walls with screens, and programs with API tokens. For tests only. */
import { ACCESS_FLAGS } from '../../src/domain/access.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { newApiToken } from '../../server/lib/api-token.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { next } from './subject-people.ts'
import type { people } from './subject-people.ts'
import type { Subject } from './subject.ts'

type Account = ReturnType<typeof people>['account']

export function machines({ catalog, ids }: Fixture, account: Account) {
  /** Speaks for all devices of the client that the other subjects may read. */
  const device = async (): Promise<Subject> => {
    const token = newToken()
    await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
      client: ids.uno,
      footscan: null,
      name: 'Matrix',
      keyHash: hashOf(token),
      at: NOW,
    })
    return { name: 'device', kind: 'device', token, userId: 0, twin: async () => ({ token, userId: 0 }) }
  }

  /** A wall of the client that the other subjects may read, made by an administrator, whose rights it must not have. */
  const screen = async (
    name: string,
    kind: 'screen' | 'screenOfOthers',
    sources: readonly string[],
  ): Promise<Subject> => {
    const maker = {
      ...SYSTEM_SCOPE,
      userId: await account({ role: 'admin', clients: [], flags: ['campaignManager', 'hasRenfeDash'] }, true),
    }
    const dashboard = `wall-${next()}`
    await catalog.dashboards.insert(
      maker,
      {
        id: dashboard,
        names: { '': 'Wall' },
        descriptions: {},
        flags: [],
        audience: { to: 'onlyMe', ids: [] },
        basedOn: null,
      },
      {
        number: 1,
        text: JSON.stringify({ format: 1, queries: sources.map((source) => ({ source })) }),
        note: '',
        at: NOW,
        restoredFrom: null,
        basedOnHash: null,
        patch: null,
      },
    )
    const { id } = await catalog.screens.insert(
      maker,
      {
        client: ids.uno,
        name,
        dashboards: [dashboard],
        search: '',
        seconds: 60,
        lang: 'es',
        tokenHash: hashOf(newToken()),
      },
      NOW,
    )
    const token = newToken()
    await catalog.screens.open(id, hashOf(token), NOW + 3_600_000)
    return {
      name,
      kind,
      token,
      userId: 0,
      ...(kind === 'screen' && { dashboard }),
      twin: async () => ({ token, userId: 0 }),
    }
  }

  /** The token of a person who may more than it: every flag, the client that the other subjects may read. */
  const program = async (name: string, kind: 'tokenReads' | 'tokenWrites'): Promise<Subject> => {
    const userId = await account({ flags: [...ACCESS_FLAGS] }, true)
    const token = newApiToken()
    await catalog.apiTokens.insert(
      { ...SYSTEM_SCOPE, userId },
      {
        name: 'Matrix',
        access: kind === 'tokenReads' ? 'read' : 'write',
        tokenHash: hashOf(token),
        createdAt: NOW,
        endsAt: NOW + 90 * 24 * 3_600_000,
      },
    )
    return { name, kind, token, userId, twin: async () => ({ token, userId }) }
  }

  return { device, screen, program }
}
