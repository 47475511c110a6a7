/** A draft of an account with everything filled in, in the form in which it is kept. */
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'
import type { FullUserDraft } from './account-repo.ts'
import { normalUsername } from '../../lib/user.ts'

/** The schema has filled in what has a default. Who must use the identity provider says so in both places. */
export function completeDraft(
  {
    username,
    role = 'basic',
    loginType = 'password',
    flags = [],
    properties,
    clients = [],
    groups = [],
    macs = [],
    passwordExpired = false,
  }: UserDraft,
  loginDomain: string,
): FullUserDraft {
  const external = loginType === 'external' || properties?.externalLogin === true
  return {
    username: normalUsername(username, loginDomain),
    role,
    flags,
    clients,
    groups,
    macs,
    passwordExpired,
    loginType: external ? 'external' : loginType,
    properties: {
      lang: 'es',
      demo: false,
      ...properties,
      ...(external && { externalLogin: true }),
    },
  }
}
