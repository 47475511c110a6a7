/** The endpoints of the identity provider, from its discovery document. */
import * as openid from 'openid-client'
import type { IdentityProvider } from '../../lib/config.ts'
import { AppError } from '../../lib/errors.ts'

/** Seconds the provider may take for one answer. */
const ANSWER_S = 10

export function providerDiscovery(idp: IdentityProvider | null) {
  let discovered: Promise<openid.Configuration> | null = null

  /** Asked once; asked again after a failure. Throws IDP_NOT_CONFIGURED, IDP_UNREACHABLE. */
  return async function configuration(): Promise<openid.Configuration> {
    if (idp === null)
      throw new AppError(
        'IDP_NOT_CONFIGURED',
        'No identity provider is configured; set IDP_ISSUER, IDP_CLIENT_ID and IDP_CLIENT_SECRET.',
      )
    const issuer = new URL(idp.issuer)
    // The configuration lets http through only for this computer.
    const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    discovered ??= openid.discovery(issuer, idp.clientId, idp.clientSecret, undefined, { execute, timeout: ANSWER_S })
    try {
      return await discovered
    } catch (cause) {
      discovered = null
      throw new AppError('IDP_UNREACHABLE', 'The identity provider does not answer as an OpenID provider.', undefined, {
        cause,
      })
    }
  }
}
