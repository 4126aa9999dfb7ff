import type { SecretRule } from "../rule.ts";

/** Source hosting and continuous integration. */
export const sourceHostingRules: readonly SecretRule[] = [
  // GitHub documentation, "Token types": ghp_ personal, gho_ OAuth, ghu_ user of an app, ghs_ installation, ghr_ refresh.
  {
    id: "github-token",
    name: "GitHub token",
    keywords: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,255}/,
  },
  {
    id: "github-fine-grained-token",
    name: "GitHub fine-grained token",
    keywords: ["github_pat_"],
    pattern: /github_pat_[A-Za-z0-9]{20,24}_[A-Za-z0-9]{50,70}/,
  },
  // GitLab documentation, "Token prefixes": glpat- personal, glrt- runner, gldt- deploy, glptt- trigger, glcbt- job and others.
  {
    id: "gitlab-token",
    name: "GitLab token",
    keywords: [
      "glpat-",
      "gldt-",
      "glrt-",
      "glrtr-",
      "glft-",
      "glsoat-",
      "glcbt-",
      "glptt-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glffct-",
      "glwt-",
    ],
    pattern:
      /gl(?:pat|dt|rtr?|ft|soat|cbt|ptt|imt|agent|oas|ffct|wt)-[A-Za-z0-9_-]{20,300}(?:\.[A-Za-z0-9_]{2,60}){0,2}/,
  },
  // GitLab documentation: registration tokens of runners, before 16, begin with GR1348941.
  {
    id: "gitlab-runner-registration-token",
    name: "GitLab runner registration token",
    keywords: ["gr1348941"],
    pattern: /GR1348941[A-Za-z0-9_-]{20,60}/,
  },
  // Bitbucket documentation: app passwords ATBB, access tokens of repositories ATCTT3.
  {
    id: "bitbucket-app-password",
    name: "Bitbucket app password",
    keywords: ["atbb"],
    pattern: /ATBB[A-Za-z0-9_=.-]{24,60}/,
  },
  {
    id: "bitbucket-access-token",
    name: "Bitbucket access token",
    keywords: ["atctt3"],
    pattern: /ATCTT3[A-Za-z0-9_=-]{60,300}/,
  },
  // CircleCI documentation: CCIPAT_ personal, CCIPRJ_ project.
  {
    id: "circleci-token",
    name: "CircleCI token",
    keywords: ["ccipat_", "cciprj_"],
    pattern: /CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40}/,
  },
  // Buildkite documentation: bkua_ users, bkaj_ jobs, bkpt_ packages.
  {
    id: "buildkite-token",
    name: "Buildkite token",
    keywords: ["bkua_", "bkaj_", "bkat_", "bkpt_", "bkpi_"],
    pattern: /bk(?:ua|aj|at|pt|pi)_[A-Za-z0-9]{30,64}/,
  },
  // SonarQube documentation: squ_ user, sqp_ project, sqa_ global.
  { id: "sonar-token", name: "SonarQube token", keywords: ["squ_", "sqp_", "sqa_"], pattern: /sq[upa]_[a-f0-9]{40}/ },
  // Sourcegraph documentation: sgp_ with the instance, sgd_, slk_ for licenses.
  {
    id: "sourcegraph-token",
    name: "Sourcegraph token",
    keywords: ["sgp_", "sgd_"],
    pattern: /sg[pd]_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40,64}(?![A-Za-z0-9])/,
  },
  // Harness documentation: pat.<account>.<id>.<secret>, sat. for service accounts.
  {
    id: "harness-token",
    name: "Harness token",
    keywords: ["pat.", "sat."],
    pattern: /[ps]at\.[A-Za-z0-9_-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}(?![A-Za-z0-9])/,
  },
  // Octopus Deploy documentation: API- and 25 or more capitals and digits.
  {
    id: "octopus-api-key",
    name: "Octopus Deploy API key",
    keywords: ["api-"],
    pattern: /API-[A-Z0-9]{25,36}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Snyk documentation: snyk_uat. and snyk_sat. tokens.
  {
    id: "snyk-token",
    name: "Snyk token",
    keywords: ["snyk_uat.", "snyk_sat."],
    pattern: /snyk_[us]at\.[A-Za-z0-9]{6,12}\.[A-Za-z0-9_.-]{40,400}/,
  },
  // Travis CI, Codecov, Drone and Gitea tokens have no shape; see assignments.ts.
  // JetBrains documentation: permanent tokens are perm: or perm- and three parts of base64.
  {
    id: "jetbrains-token",
    name: "JetBrains permanent token",
    keywords: ["perm:", "perm-"],
    pattern: /perm[:-][A-Za-z0-9=]{4,64}\.[A-Za-z0-9=]{4,64}\.[A-Za-z0-9]{20,64}(?![A-Za-z0-9])/,
  },
  // Chromatic documentation: chpt_. Cypress, Percy and Sauce Labs keys have no shape.
  {
    id: "chromatic-project-token",
    name: "Chromatic project token",
    keywords: ["chpt_"],
    pattern: /chpt_[a-f0-9]{12,32}(?![A-Za-z0-9])/,
  },
];
