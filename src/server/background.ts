import { erasedKinds, retainedRows } from '#api/router.ts'
import { removeOldBatches } from '#database/batches.ts'
import { removeOldEdits } from '#database/edits.ts'
import { indexNewRows } from '#database/search-progress.ts'
import { removeOldSessions } from '#features/accounts/server/sessions.ts'
import { removeOldVisits, startCounting } from '#features/analytics/server/counts.ts'
import { sealPlainIdentifications } from '#features/applications/server/seal-identifications.ts'
import { removeOldIdempotencyKeys } from '#features/applications/server/submission-keys.ts'
import { startDrawing } from '#features/certificates/server/draw-due.ts'
import { removeOldDecisions } from '#features/comments/server/decisions.ts'
import { removeOldFollowers } from '#features/comments/server/followers.ts'
import { forgetNetworks } from '#features/comments/server/forget-networks.ts'
import { startAnswers } from '#features/comments/server/tell-followers.ts'
import { takeAnswer } from '#features/contact/server/take-answer.ts'
import { writeDueEventEmails } from '#features/events/server/event-emails.ts'
import { removeOldRegistrations } from '#features/events/server/registrations.ts'
import { removeUnusedImages } from '#features/images/server/unused-images.ts'
import { removeOldInterviews } from '#features/interviews/server/slots.ts'
import { startIssues } from '#features/newsletter/server/send-issue.ts'
import { removeOldSubscribers } from '#features/newsletter/server/subscribe.ts'
import { startDigests } from '#features/overview/server/digest.ts'
import { continueErasures } from '#features/personal-data/server/erase.ts'
import { removeOldPrivacyLinks } from '#features/personal-data/server/own-data.ts'
import { removeOldPresence } from '#features/presence/server/handlers.ts'
import { removeOldTrash } from '#features/trash/server/purge.ts'
import { repeatLogged } from '#platform/background/repeat.ts'
import { startUpkeep } from '#platform/background/upkeep.ts'
import { startPurging } from '#platform/cache/cdn-purge.ts'
import type { Services } from '#platform/http/context.ts'
import { startMailbox } from '#platform/mail/mailbox-reader.ts'
import { removeOldEmails } from '#platform/mail/outbox.ts'
import { takeReport } from '#platform/mail/reports.ts'
import { startOutbox } from '#platform/mail/send-due-emails.ts'
import { removeOldSuppressions } from '#platform/mail/suppressions.ts'
import { startResumeTexts } from '#platform/resumes/resume-texts.ts'
import { sealPlainTexts } from '#platform/resumes/seal-resume-texts.ts'
import { removeOldRows } from '#platform/retention/old-rows.ts'
import { removeOldAuditLines } from '#platform/security/audit-log.ts'
import { sealPlainFiles } from '#platform/storage/seal-files.ts'

/**
 * Starts what the process does besides serving: it sends emails, counts visits, draws certificates and looks after what
 * is stored.
 * @returns the functions that stop it
 */
export function startBackground(services: Services) {
  const sync = services.tagVersions.startSync(services.database, services.log)
  const upkeep = startUpkeep(services, {
    removeOldSessions,
    removeOldAuditLines,
    removeOldEmails,
    removeOldSuppressions,
    removeOldSubscribers,
    removeOldRegistrations,
    removeOldInterviews,
    removeUnusedImages,
    removeOldVisits,
    removeOldIdempotencyKeys,
    removeOldEdits,
    removeOldPresence,
    writeDueEventEmails,
    removeOldDecisions,
    removeOldFollowers,
    forgetNetworks,
    removeOldBatches,
    removeOldTrash,
    removeOldRows: removeOldRows(retainedRows),
    removeOldPrivacyLinks,
    continueErasures: continueErasures(erasedKinds),
    sealPlainFiles,
    sealPlainIdentifications,
    sealPlainTexts,
  })
  return {
    sync,
    upkeep,
    counting: startCounting(services),
    outbox: startOutbox(services),
    mailbox: startMailbox(services, [takeReport, takeAnswer]),
    issues: startIssues(services),
    answers: startAnswers(services),
    digests: startDigests(services),
    resumeTexts: startResumeTexts(services),
    searches: startIndexing(services),
    certificates: startDrawing(services),
    purging: startPurging(services),
    replica: services.replica?.start() ?? (async () => {}),
  }
}

const indexedEveryMs = 5_000

/** Adds new rows to the indexes of searches, which find them before that as well. @returns a function that stops */
const startIndexing = ({ database, log }: Services) =>
  repeatLogged(log, 'new rows not indexed', () => indexNewRows(database), indexedEveryMs)
