import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TokenRequest } from '#schemas/generated/api/token-request.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { AppError } from '../../errors.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { meOf } from './service.ts'
import type { SessionService } from './service.ts'

const tags = ['Session']
const SIGN_IN_BODY_BYTES = 4096

export function sessionRoutes(app: FastifyInstance, { sessions }: { sessions: SessionService }) {
  app.register(async (login) => {
    // A form is what OAuth clients send; only this route reads one. An empty one accompanies credentials in headers.
    login.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body === '' ? null : fields(new URLSearchParams(String(body))))
    })

    login.post<{ Body?: TokenRequest; Reply: Token }>(
      '/oauth/token',
      {
        config: { authz: ANYONE },
        bodyLimit: SIGN_IN_BODY_BYTES,
        schema: {
          tags,
          summary: 'Sign in',
          description: 'Takes username, password and grant_type=password as a JSON or form body, or as headers of these names (text in latin-1).',
          body: { anyOf: [ref('api/token-request'), { type: 'null' }] },
          response: { 200: ref('api/token') },
        },
      },
      (request) => sessions.signIn({ ...(request.body ?? fromHeaders(request)), address: request.ip }),
    )
  })

  app.get<{ Reply: Me }>(
    '/me',
    { config: { authz: { subjects: 'user', tenant: 'self' } }, schema: { tags, summary: 'The user of this session', response: { 200: ref('entities/me') } } },
    (request) => Promise.resolve(meOf(callerOf(request).user)),
  )

  app.post(
    '/logout',
    { config: { authz: { subjects: 'user', tenant: 'self' } }, schema: { tags, summary: 'End this session', response: { 204: { type: 'null' } } } },
    async (request, reply) => {
      await sessions.signOut(callerOf(request))
      return reply.code(204).send()
    },
  )

  // A browser comes here by navigation, which carries no token: the page has ended its session before.
  app.get(
    '/logout/redirect',
    { config: { authz: ANYONE }, schema: { tags, summary: 'Where a browser goes after logout: the login page', response: { 302: { type: 'null' } } } },
    async (request, reply) => {
      if (request.caller !== null) await sessions.signOut(request.caller)
      return reply.redirect('/login', 302)
    },
  )
}

/** Header text is latin-1 on the wire, which is how Node hands it over: ç and ñ arrive as typed. */
function fromHeaders({ headers }: FastifyRequest): Pick<TokenRequest, 'username' | 'password'> {
  const { username, password, grant_type: grant } = headers
  if (typeof username !== 'string' || typeof password !== 'string' || username === '' || password === '') {
    throw new AppError('LOGIN_INCOMPLETE', 'A sign-in needs a username and a password, in the body or as headers.')
  }
  if (grant !== 'password') throw new AppError('LOGIN_INCOMPLETE', `grant_type is ${JSON.stringify(String(grant ?? '').slice(0, 40))}; expected password.`)
  if (username.length > 254 || password.length > 256) throw new AppError('LOGIN_INCOMPLETE', 'The username or the password is too long: at most 254 and 256 characters.')
  return { username, password }
}

/** A key given twice becomes a list, which the schema refuses. */
function fields(form: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries([...new Set(form.keys())].map((key) => {
    const values = form.getAll(key)
    return [key, values.length === 1 ? values[0] ?? '' : values]
  }))
}
