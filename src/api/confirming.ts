/**
 * Calls that change rights or secrets may be answered "show your password again": asked for here, and the call repeated
 * once.
 */
import { ApiError, type ApiClient } from './client.ts'

/** The same client; `ask` shows the question and tells whether it was answered. Who says no gets the refusal. */
export function confirming(client: ApiClient, ask: () => Promise<boolean>): ApiClient {
  async function again<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'CONFIRMATION_REQUIRED' || !(await ask())) throw cause
      return run()
    }
  }
  return {
    ...client,
    send: (path, options) => again(() => client.send(path, options)),
    json: (path, options) => again(() => client.json(path, options)),
    list: (path, options) => again(() => client.list(path, options)),
  }
}
