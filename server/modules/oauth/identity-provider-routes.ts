/** The corporate sign-in: to the identity provider, and back from it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cookie } from '../../lib/cookies.ts'
import { AppError } from '../../lib/errors.ts'
import { ANYONE } from '../../plugins/access.ts'
import { SIGN_IN_MS } from './identity-provider.ts'
import type { IdentityProviderService } from './identity-provider.ts'

const tags = ['Sign-in']
/** The answer of a provider is checked with its signature; the usual names are for readers. */
const FROM_PROVIDER = {
  type: 'object',
  additionalProperties: true,
  properties: {
    code: { description: 'What the sign-in there is proven with' },
    state: { description: 'As it was sent there' },
    error: { description: 'Why there was no sign-in' },
  },
}
const AGAIN = {
  type: 'object',
  additionalProperties: false,
  properties: {
    again: { type: 'boolean', description: 'The provider must ask who it is, even if it knows: this confirms.' },
  },
}

export function identityProviderRoutes(
  app: FastifyInstance,
  { identityProvider, idpCookie }: { identityProvider: IdentityProviderService; idpCookie: Cookie },
) {
  app.get<{ Querystring: { again?: boolean } }>(
    '/oauth/redirect-authorize',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'The corporate sign-in: leads to the identity provider',
        querystring: AGAIN,
        response: { 302: { type: 'null' } },
      },
    },
    (request, reply) =>
      orBackToLogin(request, reply, async () => {
        const { location, kept } = await identityProvider.begin(request.query.again)
        idpCookie.set(reply, kept, SIGN_IN_MS / 1000)
        return location
      }),
  )

  app.get(
    '/oauth/callback',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'Where the identity provider leads back to',
        querystring: FROM_PROVIDER,
        response: { 302: { type: 'null' } },
      },
    },
    (request, reply) =>
      orBackToLogin(request, reply, async () => {
        const kept = idpCookie.read(request)
        idpCookie.clear(reply)
        const at = request.url.indexOf('?')
        const query = at < 0 ? '' : request.url.slice(at)
        return `/login?access_token=${await identityProvider.finish(query, kept, request.ip)}`
      }),
  )
}

/** The browser is being redirected: the login page shows the error. */
async function orBackToLogin(request: FastifyRequest, reply: FastifyReply, work: () => Promise<string>) {
  try {
    return await reply.redirect(await work(), 302)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The provider's answer may hold codes; its kind is enough.
    const { code, name } = (error.cause ?? {}) as { code?: string; name?: string }
    if (request.server.strangersLog.takeFailure())
      request.log.warn({ code: error.code, cause: code ?? name }, error.message)
    return reply.redirect(`/login?error=${error.code}`, 302)
  }
}
