import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import * as recruitment from './001-recruitment.ts'
import * as news from './002-news.ts'
import * as company from './003-company.ts'
import * as cacheVersions from './004-cache-versions.ts'
import * as outbox from './005-outbox.ts'
import * as talents from './006-talents.ts'
import * as analytics from './007-analytics.ts'
import * as images from './008-images.ts'
import * as eventRegistrations from './009-event-registrations.ts'
import * as emailKeys from './010-email-keys.ts'
import * as operation from './011-operation.ts'
import * as auditLog from './012-audit-log.ts'
import * as commentCounts from './013-comment-counts.ts'
import * as fileWarnings from './014-file-warnings.ts'
import * as editsAndSearch from './015-edits-and-search.ts'
import * as commentModeration from './016-comment-moderation.ts'
import * as messages from './017-messages.ts'
import * as eventsAndConsent from './018-events-and-consent.ts'
import * as articleDrafts from './019-article-drafts.ts'
import * as batches from './020-batches.ts'
import * as testimonialPlaces from './021-testimonial-places.ts'
import * as certificatesAndAudit from './022-certificates-and-audit.ts'
import * as recruiting from './023-recruiting.ts'
import * as viewsAndTalentHistory from './024-views-and-talent-history.ts'
import * as mediaAndTrash from './025-media-and-trash.ts'
import * as settings from './026-settings.ts'
import * as scores from './027-scores.ts'
import * as interviews from './028-interviews.ts'
import * as shortSearches from './029-short-searches.ts'
import * as matchingBatches from './030-matching-batches.ts'
import * as logosInUse from './031-logos-in-use.ts'
import * as freedSeats from './032-freed-seats.ts'
import * as countedApplications from './033-counted-applications.ts'
import * as applicationCounts from './034-application-counts.ts'
import * as certificateCodes from './035-certificate-codes.ts'
import * as emailParts from './037-email-parts.ts'
import * as statusEmails from './038-status-emails.ts'
import * as resumeTexts from './039-resume-texts.ts'
import * as presence from './040-presence.ts'
import * as commentsByName from './041-comments-by-name.ts'
import * as consentVersions from './044-consent-versions.ts'
import * as newsletterConfirmations from './047-newsletter-confirmations.ts'
import * as newsletterIssues from './048-newsletter-issues.ts'
import * as visitsBySource from './050-visits-by-source.ts'
import * as threadsOfEmails from './053-threads-of-emails.ts'
import * as commentFollowers from './054-comment-followers.ts'
import * as changesAndDigests from './055-changes-and-digests.ts'
import * as erasures from './056-erasures.ts'
import * as privacyRequests from './057-privacy-requests.ts'
import * as suppressions from './059-suppressions.ts'
import * as contactAnswers from './060-contact-answers.ts'
import * as sealedFiles from './063-sealed-files.ts'
import * as presenceOfAll from './066-presence-of-all.ts'
import * as certificatePdfs from './068-certificate-pdfs.ts'
import * as statisticsLinks from './069-statistics-links.ts'
import * as purgedVersions from './070-purged-versions.ts'
import * as emailRecipients from './074-email-recipients.ts'
import * as sealedIdentifications from './075-sealed-identifications.ts'
import * as sealedResumeTexts from './076-sealed-resume-texts.ts'
import * as formattedIssues from './077-formatted-issues.ts'
import * as limitsWithoutIndex from './078-limits-without-index.ts'
import * as articleLists from './079-article-lists.ts'
import * as searchProgress from './080-search-progress.ts'
import * as articleParts from './081-article-parts.ts'
import * as personalEmails from './082-personal-emails.ts'
import * as searchedEmails from './083-searched-emails.ts'
import * as answerSenders from './085-answer-senders.ts'
import * as composedEmailKeys from './086-composed-email-keys.ts'
import * as doubtfulAnswers from './087-doubtful-answers.ts'
import * as fileTries from './088-file-tries.ts'
import * as requestKeys from './089-request-keys.ts'
import * as withheldReasons from './090-withheld-reasons.ts'
import * as requestFingerprints from './093-request-fingerprints.ts'
import * as undoneChanges from './097-undone-changes.ts'
import * as placesAndEditors from './098-places-and-editors.ts'
import * as eventEmailBounds from './099-event-email-bounds.ts'
import * as takenBackEmails from './100-taken-back-emails.ts'
import * as searchStatistics from './101-search-statistics.ts'

/** In order. A migration that has been merged is never edited. */
export const migrations: Record<
  string,
  { up(database: Kysely<unknown>, engine: Engine): Promise<void> }
> = {
  '001-recruitment': recruitment,
  '002-news': news,
  '003-company': company,
  '004-cache-versions': cacheVersions,
  '005-outbox': outbox,
  '006-talents': talents,
  '007-analytics': analytics,
  '008-images': images,
  '009-event-registrations': eventRegistrations,
  '010-email-keys': emailKeys,
  '011-operation': operation,
  '012-audit-log': auditLog,
  '013-comment-counts': commentCounts,
  '014-file-warnings': fileWarnings,
  '015-edits-and-search': editsAndSearch,
  '016-comment-moderation': commentModeration,
  '017-messages': messages,
  '018-events-and-consent': eventsAndConsent,
  '019-article-drafts': articleDrafts,
  '020-batches': batches,
  '021-testimonial-places': testimonialPlaces,
  '022-certificates-and-audit': certificatesAndAudit,
  '023-recruiting': recruiting,
  '024-views-and-talent-history': viewsAndTalentHistory,
  '025-media-and-trash': mediaAndTrash,
  '026-settings': settings,
  '027-scores': scores,
  '028-interviews': interviews,
  '029-short-searches': shortSearches,
  '030-matching-batches': matchingBatches,
  '031-logos-in-use': logosInUse,
  '032-freed-seats': freedSeats,
  '033-counted-applications': countedApplications,
  '034-application-counts': applicationCounts,
  '035-certificate-codes': certificateCodes,
  '037-email-parts': emailParts,
  '038-status-emails': statusEmails,
  '039-resume-texts': resumeTexts,
  '040-presence': presence,
  '041-comments-by-name': commentsByName,
  '044-consent-versions': consentVersions,
  '047-newsletter-confirmations': newsletterConfirmations,
  '048-newsletter-issues': newsletterIssues,
  '050-visits-by-source': visitsBySource,
  '053-threads-of-emails': threadsOfEmails,
  '054-comment-followers': commentFollowers,
  '055-changes-and-digests': changesAndDigests,
  '056-erasures': erasures,
  '057-privacy-requests': privacyRequests,
  '059-suppressions': suppressions,
  '060-contact-answers': contactAnswers,
  '063-sealed-files': sealedFiles,
  '066-presence-of-all': presenceOfAll,
  '068-certificate-pdfs': certificatePdfs,
  '069-statistics-links': statisticsLinks,
  '070-purged-versions': purgedVersions,
  '074-email-recipients': emailRecipients,
  '075-sealed-identifications': sealedIdentifications,
  '076-sealed-resume-texts': sealedResumeTexts,
  '077-formatted-issues': formattedIssues,
  '078-limits-without-index': limitsWithoutIndex,
  '079-article-lists': articleLists,
  '080-search-progress': searchProgress,
  '081-article-parts': articleParts,
  '082-personal-emails': personalEmails,
  '083-searched-emails': searchedEmails,
  '085-answer-senders': answerSenders,
  '086-composed-email-keys': composedEmailKeys,
  '087-doubtful-answers': doubtfulAnswers,
  '088-file-tries': fileTries,
  '089-request-keys': requestKeys,
  '090-withheld-reasons': withheldReasons,
  '093-request-fingerprints': requestFingerprints,
  '097-undone-changes': undoneChanges,
  '098-places-and-editors': placesAndEditors,
  '099-event-email-bounds': eventEmailBounds,
  '100-taken-back-emails': takenBackEmails,
  '101-search-statistics': searchStatistics,
}
