/** Drafts in the storage of the browser (IndexedDB): they outlive the page, and need no network. */
import { type Draft, draftId, type Keep, type Made, memoryKeep } from './draft.ts'

const DATABASE = 'aforo-site'
const DRAFTS = 'drafts'
const MADE = 'made'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of this device failed.')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const name of [DRAFTS, MADE]) request.result.createObjectStore(name)
  })
  return answerOf(request)
}

export function deviceKeep(): Keep {
  // A browser that lets nothing be stored: what is entered lasts as long as the page.
  if (typeof indexedDB === 'undefined') return memoryKeep()
  let database: Promise<IDBDatabase> | undefined
  const store = async (name: string, mode: IDBTransactionMode) => {
    database ??= open()
    return (await database).transaction(name, mode).objectStore(name)
  }
  const all = async <T>(name: string) => answerOf((await store(name, 'readonly')).getAll() as IDBRequest<T[]>)
  const put = async (name: string, key: string, value: object) => {
    await answerOf((await store(name, 'readwrite')).put(value, key))
  }
  const remove = async (name: string, key: string) => {
    await answerOf((await store(name, 'readwrite')).delete(key))
  }
  return {
    all: () => all<Draft>(DRAFTS),
    put: (draft) => put(DRAFTS, draftId(draft), draft),
    remove: (id) => remove(DRAFTS, id),
    allMade: () => all<Made>(MADE),
    putMade: (made) => put(MADE, made.key, made),
    removeMade: (key) => remove(MADE, key),
  }
}
