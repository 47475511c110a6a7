import { expose } from 'comlink'
import { createCsvJob } from './csv-job.ts'

expose(createCsvJob())
