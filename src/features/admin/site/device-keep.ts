/** Drafts in the storage of the browser (IndexedDB): they outlive the page, and need no network. */
import { type Draft, draftId, type Keep, memoryKeep } from './draft.ts'

const DATABASE = 'aforo-site'
const STORE = 'drafts'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of this device failed.')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return answerOf(request)
}

export function deviceKeep(): Keep {
  // A browser that lets nothing be stored: what is entered lasts as long as the page.
  if (typeof indexedDB === 'undefined') return memoryKeep()
  let database: Promise<IDBDatabase> | undefined
  const store = async (mode: IDBTransactionMode) => {
    database ??= open()
    return (await database).transaction(STORE, mode).objectStore(STORE)
  }
  return {
    all: async () => answerOf<Draft[]>((await store('readonly')).getAll() as IDBRequest<Draft[]>),
    async put(draft) {
      await answerOf((await store('readwrite')).put(draft, draftId(draft)))
    },
    async remove(id) {
      await answerOf((await store('readwrite')).delete(id))
    },
  }
}
