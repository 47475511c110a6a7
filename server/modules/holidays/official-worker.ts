/** The thread in which the holiday library is asked. */
import { parentPort } from 'node:worker_threads'
import { officialAnswer } from './official-answer.ts'
import type { OfficialQuestion } from './official-question.ts'

parentPort?.on('message', ({ id, question }: { id: number; question: OfficialQuestion }) => {
  parentPort?.postMessage({ id, answer: officialAnswer(question) }, [])
})
