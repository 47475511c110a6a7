import { expose } from 'comlink'
import { createDownloadJob } from './download-job.ts'

expose(createDownloadJob())
