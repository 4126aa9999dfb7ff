import type { SecretRule } from "../rule.ts";

/** Model providers and the services around them. */
export const aiRules: readonly SecretRule[] = [
  // Anthropic documentation: sk-ant-api03- keys, sk-ant-admin01-, OAuth tokens oat01 and ort01.
  {
    id: "anthropic-api-key",
    name: "Anthropic API key",
    keywords: ["sk-ant-"],
    pattern: /sk-ant-(?:[a-z]{2,8}\d{2}-)?[A-Za-z0-9_-]{24,256}/,
  },
  // OpenAI documentation: sk-proj-, sk-svcacct-, sk-admin-, sk-None-; older keys carry T3BlbkFJ, base64 of OpenAI.
  {
    id: "openai-api-key",
    name: "OpenAI API key",
    keywords: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-none-", "sk-service-"],
    pattern: /sk-(?:proj|svcacct|admin|None|service)-[A-Za-z0-9_-]{20,256}/,
    judgement: "random",
  },
  {
    id: "openai-legacy-api-key",
    name: "OpenAI API key",
    keywords: ["sk-"],
    pattern: /sk-[A-Za-z0-9_-]{16,40}?T3BlbkFJ[A-Za-z0-9_-]{16,64}/,
  },
  // OpenRouter documentation: sk-or-v1- and 64 hexadecimal digits.
  {
    id: "openrouter-api-key",
    name: "OpenRouter API key",
    keywords: ["sk-or-"],
    pattern: /sk-or-(?:v\d-)?[a-f0-9]{48,64}/,
  },
  // Langfuse, Helicone, LiteLLM documentation: sk-lf-, sk-helicone-, sk-.
  {
    id: "langfuse-secret-key",
    name: "Langfuse secret key",
    keywords: ["sk-lf-"],
    pattern: /sk-lf-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  },
  {
    id: "helicone-api-key",
    name: "Helicone API key",
    keywords: ["sk-helicone-"],
    pattern: /(?:p)?sk-helicone-[a-z0-9-]{24,60}/,
  },
  // DeepSeek, Moonshot, DashScope, Stability and most OpenAI-compatible services: sk- and 32 or more characters.
  {
    id: "sk-api-key",
    name: "API key (sk-)",
    keywords: ["sk-"],
    pattern: /sk-[A-Za-z0-9_-]{20,200}/,
    judgement: "random",
  },
  // Hugging Face documentation: hf_ and 34 letters; organizations had api_org_.
  {
    id: "huggingface-token",
    name: "Hugging Face token",
    keywords: ["hf_", "api_org_"],
    pattern: /(?:hf_|api_org_)[A-Za-z0-9]{30,44}(?![A-Za-z0-9])/,
  },
  // Replicate documentation: r8_ and 37 characters. Groq documentation: gsk_ and 52.
  {
    id: "replicate-token",
    name: "Replicate token",
    keywords: ["r8_"],
    pattern: /r8_[A-Za-z0-9]{30,44}(?![A-Za-z0-9])/,
  },
  { id: "groq-api-key", name: "Groq API key", keywords: ["gsk_"], pattern: /gsk_[A-Za-z0-9]{40,64}(?![A-Za-z0-9])/ },
  // Perplexity documentation: pplx-. xAI documentation: xai- and 80 characters; management keys xai-token-.
  {
    id: "perplexity-api-key",
    name: "Perplexity API key",
    keywords: ["pplx-"],
    pattern: /pplx-[A-Za-z0-9]{40,64}(?![A-Za-z0-9])/,
  },
  {
    id: "xai-api-key",
    name: "xAI API key",
    keywords: ["xai-"],
    pattern: /xai-(?:token-)?[A-Za-z0-9]{60,100}(?![A-Za-z0-9])/,
  },
  // Cerebras: csk-. NVIDIA NGC documentation: nvapi-. Fireworks: fw_. Together: tgp_v1_. Mistral keys have no shape.
  {
    id: "cerebras-api-key",
    name: "Cerebras API key",
    keywords: ["csk-"],
    pattern: /csk-[a-z0-9]{40,60}(?![A-Za-z0-9])/,
  },
  {
    id: "nvidia-api-key",
    name: "NVIDIA API key",
    keywords: ["nvapi-", "nvapi-stg-"],
    pattern: /nvapi-[A-Za-z0-9_-]{50,80}/,
  },
  {
    id: "fireworks-api-key",
    name: "Fireworks API key",
    keywords: ["fw_"],
    pattern: /fw_[A-Za-z0-9]{20,32}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  { id: "together-api-key", name: "Together API key", keywords: ["tgp_v1_"], pattern: /tgp_v1_[A-Za-z0-9_-]{36,64}/ },
  // ElevenLabs documentation: sk_ and 48 hexadecimal digits. Jina: jina_. Voyage: pa-. Cohere keys have no shape.
  {
    id: "elevenlabs-api-key",
    name: "ElevenLabs API key",
    keywords: ["sk_"],
    pattern: /sk_[a-f0-9]{48}(?![A-Za-z0-9])/,
  },
  { id: "jina-api-key", name: "Jina API key", keywords: ["jina_"], pattern: /jina_[A-Za-z0-9_-]{40,70}/ },
  {
    id: "voyage-api-key",
    name: "Voyage AI key",
    keywords: ["pa-"],
    pattern: /pa-[A-Za-z0-9_-]{40,48}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  // Tavily: tvly-. Firecrawl: fc-. E2B: e2b_. LlamaCloud: llx-. Exa keys are UUIDs.
  {
    id: "tavily-api-key",
    name: "Tavily API key",
    keywords: ["tvly-"],
    pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{20,64}/,
    judgement: "random",
  },
  { id: "firecrawl-api-key", name: "Firecrawl API key", keywords: ["fc-"], pattern: /fc-[a-f0-9]{32}(?![A-Za-z0-9])/ },
  { id: "e2b-api-key", name: "E2B API key", keywords: ["e2b_"], pattern: /e2b_[a-f0-9]{40}(?![A-Za-z0-9])/ },
  {
    id: "llamacloud-api-key",
    name: "LlamaCloud API key",
    keywords: ["llx-"],
    pattern: /llx-[A-Za-z0-9]{40,60}(?![A-Za-z0-9])/,
  },
  // LangSmith: lsv2_pt_ and lsv2_sk_. RunPod: rpa_. Modal: ak- and as-. Browserbase: bb_live_. Cursor: key_ and crsr_.
  {
    id: "langsmith-api-key",
    name: "LangSmith API key",
    keywords: ["lsv2_"],
    pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/,
  },
  {
    id: "runpod-api-key",
    name: "RunPod API key",
    keywords: ["rpa_"],
    pattern: /rpa_[A-Z0-9]{36,60}[a-z0-9]{0,8}(?![A-Za-z0-9])/,
  },
  {
    id: "modal-token",
    name: "Modal token",
    keywords: ["ak-", "as-"],
    pattern: /a[ks]-[A-Za-z0-9]{22}(?![A-Za-z0-9])/,
    judgement: "random",
  },
  {
    id: "browserbase-api-key",
    name: "Browserbase API key",
    keywords: ["bb_live_", "bb_test_"],
    pattern: /bb_(?:live|test)_[A-Za-z0-9_-]{20,44}/,
  },
  {
    id: "cursor-api-key",
    name: "Cursor API key",
    keywords: ["crsr_", "key_"],
    pattern: /(?:crsr|key)_[a-f0-9]{64}(?![A-Za-z0-9])/,
  },
  // Weights & Biases: wandb_v1_; older keys are 40 hexadecimal digits with no shape. AssemblyAI and Deepgram have none.
  {
    id: "wandb-api-key",
    name: "Weights & Biases key",
    keywords: ["wandb_v1_"],
    pattern: /wandb_v1_[A-Za-z0-9_]{40,100}/,
  },
  // Mem0: m0-. Supermemory: sm_. Zhipu: <32 hexadecimal>.<16>, told by its name only.
  { id: "mem0-api-key", name: "Mem0 API key", keywords: ["m0-"], pattern: /m0-[A-Za-z0-9]{36,48}(?![A-Za-z0-9])/ },
  {
    id: "supermemory-api-key",
    name: "Supermemory API key",
    keywords: ["sm_"],
    pattern: /sm_[A-Za-z0-9]{16,40}_[A-Za-z0-9]{30,80}(?![A-Za-z0-9])/,
  },
  // Statsig: secret- and client-; only the first is one.
  {
    id: "statsig-secret-key",
    name: "Statsig secret key",
    keywords: ["secret-"],
    pattern: /secret-[A-Za-z0-9]{40,60}(?![A-Za-z0-9])/,
    judgement: "random",
  },
];
