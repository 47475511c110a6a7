import { describe } from 'vitest'
import { nounFacts } from '../../resource/testing.ts'

describe('as every noun', () => {
  nounFacts('installations')
})
