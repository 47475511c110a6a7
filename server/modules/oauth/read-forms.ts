import type { FastifyInstance } from 'fastify'

/** A form is what OAuth clients send; only their routes read one. An empty one accompanies credentials in headers. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body === '' ? null : fields(new URLSearchParams(String(body))))
  })
}

/** A key given twice becomes a list, which the schema refuses. */
function fields(form: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
