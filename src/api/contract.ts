import { accountsContract, usersContract } from '#features/accounts/contract.ts'
import { analyticsContract } from '#features/analytics/contract.ts'
import { linksContract } from '#features/analytics/links-contract.ts'
import { assignmentContract } from '#features/applications/assignment-contract.ts'
import { applicationsContract } from '#features/applications/contract.ts'
import { funnelContract } from '#features/applications/funnel-contract.ts'
import { applicationNotesContract } from '#features/applications/notes-contract.ts'
import { placementContract } from '#features/applications/placement-contract.ts'
import { applicationScoresContract } from '#features/applications/scores-contract.ts'
import { statusEmailsContract } from '#features/applications/status-emails-contract.ts'
import { auditContract } from '#features/audit/contract.ts'
import { batchesContract } from '#features/batches/contract.ts'
import { certificatesContract } from '#features/certificates/contract.ts'
import { issueContract } from '#features/certificates/issue-contract.ts'
import { verifyContract } from '#features/certificates/verify-contract.ts'
import { changesContract } from '#features/changes/contract.ts'
import { cohortsContract } from '#features/cohorts/contract.ts'
import { commentBlocksContract } from '#features/comments/blocks-contract.ts'
import { commentsContract } from '#features/comments/contract.ts'
import { commentFollowersContract } from '#features/comments/follow-contract.ts'
import { moderationContract } from '#features/comments/moderation-contract.ts'
import { contactContract } from '#features/contact/contract.ts'
import { replyTemplatesContract } from '#features/contact/templates-contract.ts'
import { eventsContract } from '#features/events/contract.ts'
import { eventRegistrationsContract } from '#features/events/registration-contract.ts'
import { imagesContract } from '#features/images/contract.ts'
import { bookingContract } from '#features/interviews/booking-contract.ts'
import { interviewsContract } from '#features/interviews/contract.ts'
import { slotsContract } from '#features/interviews/slots-contract.ts'
import { newsContract } from '#features/news/contract.ts'
import { draftsContract } from '#features/news/drafts-contract.ts'
import { tagsContract } from '#features/news/tags-contract.ts'
import { newsletterContract } from '#features/newsletter/contract.ts'
import { issuesContract } from '#features/newsletter/issues-contract.ts'
import { outboxContract } from '#features/outbox/contract.ts'
import { overviewContract } from '#features/overview/contract.ts'
import { personalDataContract } from '#features/personal-data/contract.ts'
import { ownDataContract } from '#features/personal-data/own-contract.ts'
import { presenceContract } from '#features/presence/contract.ts'
import { settingsContract } from '#features/settings/contract.ts'
import { visitorEmailsContract } from '#features/settings/visitor-emails-contract.ts'
import { talentsContract } from '#features/talents/contract.ts'
import { teamContract } from '#features/team/contract.ts'
import { techStacksContract } from '#features/tech-stacks/contract.ts'
import { testimonialsContract } from '#features/testimonials/contract.ts'
import { trashContract } from '#features/trash/contract.ts'
import { viewsContract } from '#features/views/contract.ts'

/** Every procedure of the API. */
export const contract = {
  accounts: accountsContract,
  users: usersContract,
  cohorts: cohortsContract,
  techStacks: techStacksContract,
  applications: {
    ...applicationsContract,
    ...assignmentContract,
    ...placementContract,
    ...funnelContract,
  },
  applicationNotes: applicationNotesContract,
  applicationScores: applicationScoresContract,
  statusEmails: statusEmailsContract,
  batches: batchesContract,
  news: newsContract,
  drafts: draftsContract,
  tags: tagsContract,
  comments: { ...commentsContract, ...moderationContract },
  commentBlocks: commentBlocksContract,
  commentFollowers: commentFollowersContract,
  certificates: { ...certificatesContract, ...issueContract, ...verifyContract },
  contact: contactContract,
  replyTemplates: replyTemplatesContract,
  events: eventsContract,
  eventRegistrations: eventRegistrationsContract,
  images: imagesContract,
  interviews: { ...slotsContract, ...interviewsContract, ...bookingContract },
  newsletter: newsletterContract,
  newsletterIssues: issuesContract,
  outbox: outboxContract,
  auditLog: auditContract,
  talents: talentsContract,
  team: teamContract,
  testimonials: testimonialsContract,
  analytics: { ...analyticsContract, ...linksContract },
  changes: changesContract,
  overview: overviewContract,
  views: viewsContract,
  presence: presenceContract,
  trash: trashContract,
  settings: settingsContract,
  visitorEmails: visitorEmailsContract,
  personalData: { ...personalDataContract, ...ownDataContract },
}

export type Contract = typeof contract
