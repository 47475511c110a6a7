/** Targets of calls: one of each that represents all of them, and new ones. For tests only. */
import { randomInt } from 'node:crypto'
import type { AccessFlag } from '#domain/access'
import { DEFAULT_BRANDING } from '#domain/branding'
import { readImage } from '../../server/modules/brands/image-check.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import { PNG } from './recipe-tools.ts'

export async function recipeTargets(
  { catalog, ids }: Fixture,
  { name, next }: { name: (what: string) => string; next: () => number },
) {
  const passwordHash = (await catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null

  const apiClientDraft = () => ({
    name: name('Program'),
    redirectUris: ['https://program.test/cb'],
    clients: [ids.uno],
    flags: ['footCompare'] as AccessFlag[],
    enabled: true,
    pkce: false,
  })
  const brandDraft = () => ({ label: `b${next()}-${randomInt(1e9)}`, title: 'Made' })

  const make = {
    user: async () =>
      (
        await catalog.users.insert(
          SYSTEM_SCOPE,
          { username: `target${next()}@aforo.test`, role: 'basic', flags: [], clients: [], passwordHash },
          NOW,
        )
      ).id,
    disabledUser: async () =>
      (
        await catalog.users.insert(
          SYSTEM_SCOPE,
          {
            username: `target${next()}@aforo.test`,
            role: 'basic',
            flags: [],
            clients: [],
            passwordHash,
            enabled: false,
          },
          NOW,
        )
      ).id,
    group: () => catalog.groups.insert(SYSTEM_SCOPE, { name: name('Group') }),
    async otpUser() {
      const user = {
        username: `target${next()}@aforo.test`,
        role: 'basic',
        flags: [],
        clients: [],
        passwordHash,
        loginType: 'otp',
      } as const
      return (await catalog.users.insert(SYSTEM_SCOPE, user, NOW)).id
    },
    access: async () =>
      (await catalog.userAccess.insert(SYSTEM_SCOPE, { user: await make.user(), client: ids.uno }, NOW)).id,
    apiClient: () =>
      catalog.apiClients.insert(
        SYSTEM_SCOPE,
        { ...apiClientDraft(), enabled: true },
        { clientId: name('id'), secretHash: hashOf('x'), at: NOW },
      ),
    brand: async () => (await catalog.brands.insert(SYSTEM_SCOPE, { ...DEFAULT_BRANDING, ...brandDraft() })).id,
    image: async () => (await catalog.brandImages.insert(SYSTEM_SCOPE, PNG, readImage(PNG), NOW)).id,
    session: async (userId: number) => {
      const token = newToken()
      await catalog.sessions.open({ tokenHash: hashOf(token), userId, at: NOW, address: '10.0.0.2', agent: 'target' })
      const open = await catalog.sessions.listOf(userId, { createdAfter: 0, seenAfter: 0 })
      return open.find(({ agent }) => agent === 'target')?.id ?? 0
    },
    code: async (kind: 'access' | 'recover') => {
      const code = newToken()
      await catalog.accountTokens.add({
        hash: hashOf(code),
        userId: await make.user(),
        kind,
        expiresAt: NOW + 3_600_000,
      })
      return code
    },
  }
  const existing = {
    user: await make.user(),
    disabledUser: await make.disabledUser(),
    otpUser: await make.otpUser(),
    group: await make.group(),
    access: await make.access(),
    apiClient: await make.apiClient(),
    brand: await make.brand(),
    image: await make.image(),
  }
  const standing = {
    session: await make.session(existing.user),
    image: existing.image,
    access: await make.code('access'),
    recover: await make.code('recover'),
  }

  return { apiClientDraft, brandDraft, make, existing, standing }
}
