import { seededChance } from "./chance.ts";

const VOCABULARY = 24_000;

// In about the order in which English uses them; the rest of the vocabulary is built from the stems.
const FREQUENT =
  `the of and to in a is that for it was on as with be by at this from are or an have not which we they can has
but all their one there were will would been when who if more about so them then other its our into than could only some time
these two may do first any my now such like over after also most before should each how where new must because between both
under never same another know while last might us great old year off come since against right take three state himself few house
use during without again place around however home small found work part until always something fact though water less public put
think almost hand enough far took head yet government system better set told nothing night end why called find going look asked
later point knew next city business case group often important things possible problem program large rather big person national
present second social along open given young during several order within certain public company study service member church team
meeting project customer decision release review plan deploy server database schema query index table column customer invoice
payment account order report budget quarter contract region backup restore retention revision version document memory agent session
container tenant key scope token request answer error timeout retry queue worker cache latency throughput storage network security
audit policy approval incident outage monitor alert dashboard metric test build branch merge commit change feature bug issue ticket
customer support training manual office travel flight hotel ticket dinner coffee tea lunch garden kitchen music book film river
mountain weather summer winter morning evening window door street school teacher student doctor hospital medicine science history
language letter paper number picture colour market price value interest bank money trade farm field forest animal horse bird fish
ship train road bridge engine machine metal stone wood glass fire light sound voice heart body blood bone skin mind idea reason
question example story name friend family mother father sister brother child daughter son husband wife neighbour king queen law court
judge police army war peace power force energy heat pressure speed distance length weight measure level rate growth effect result
cause process method theory model structure form shape line circle square surface space area centre side front top bottom middle`
    .split(/\s+/)
    .filter((word) => word !== "");

const STEMS =
  `act adapt align allow amend anchor apply arch argue arrive assign assist attach attend balance bind block board boil bond
border bound branch break brief bring broad build burn carry cast catch chain change charge chart check claim class clean clear climb
close coast collect colour combine command commit compare compose connect consider consult contain control convert cook correct count
cover craft create cross cultivate cure curve cut dance decide declare deliver depend design detect develop direct discover divide
draft draw dress drift drive earn edit elect employ enter equip establish examine exchange expand expect explain explore extend fasten
figure filter finish fix float flow fold follow forge form found frame freeze gain gather generate govern grade graft grant grind
ground grow guard guide handle harbour harden harvest haul heal hinge hold import improve include inform inspect install invent invest
iron join journey kindle knit label land launch lead lean learn lend level lift limit link list load lock log maintain manage map mark
master match measure mend mine mix model mount move narrate need note notice observe obtain offer open operate orbit order outline pack
paint part pass patch perform pilot place plan plant plough polish post pour practise predict prepare present press prevent print prize
produce program prove provide publish pump quarry quote raise range reach reason receive record refer reflect relate remark render
rent repair reply report rest reveal reward ride ring risk roll rotate sail sample save scale search season select sense serve settle
shape share shelter shift shine signal sketch solve sort source span spin split stack staff stage stamp start steer stitch store
stream stretch strike study supply support survey sustain switch teach test thread tie trace track trade train transfer transport travel
treat trim tune turn unite value venture view visit voyage walk warm wash watch weave weigh welcome widen wind wire witness work wrap`.split(
    /\s+/,
  );

const PREFIXES = ["", "", "", "re", "un", "pre", "over", "under", "inter", "out", "mis", "sub", "co", "counter"];
const SUFFIXES = [
  "",
  "s",
  "ed",
  "ing",
  "er",
  "ers",
  "able",
  "ment",
  "ments",
  "less",
  "ably",
  "ability",
  "ings",
  "like",
];

const IDENTIFIER_PARTS = FREQUENT.slice(250, 420);

export const CHINESE =
  `数据库 选型 团队 决定 客户 会议 记录 备份 恢复 部署 周五 上线 回滚 版本 文档 记忆 容器 密钥 权限 审计 搜索 索引
延迟 吞吐 成本 预算 合同 发票 付款 区域 北京 上海 深圳 东京 服务 网络 安全 策略 审批 事故 监控 告警 测试 构建 分支 合并 修改 功能
问题 工单 支持 培训 手册 差旅 航班 酒店 午饭 咖啡 绿茶 花园 音乐 电影 河流 天气 早晨 学校 老师 医生 历史 语言 价格 市场 结果 原因
方法 模型 结构 偏好 计划 下周 已经 需要 负责 确认 讨论 同意`.split(/\s+/);

/** By rank, the most frequent first. */
export const WORDS: readonly string[] = [...new Set([...FREQUENT, ...shuffled(derived())])].slice(0, VOCABULARY);

export const IDENTIFIERS: readonly string[] = shuffled(
  IDENTIFIER_PARTS.flatMap((first, index) =>
    IDENTIFIER_PARTS.filter((_, other) => (index * 31 + other) % 7 === 0).map(
      (second, other) =>
        [
          `${first}${capitalised(second)}`,
          `${first}_${second}_id`,
          `${first}-${second}`,
          `${first}.${second}()`,
          `src/${first}/${second}.ts`,
        ][(index + other) % 5] as string,
    ),
  ),
);

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function derived(): string[] {
  return STEMS.flatMap((stem) =>
    PREFIXES.flatMap((prefix) => SUFFIXES.map((suffix) => `${prefix}${joined(stem, suffix)}`)),
  );
}

function joined(stem: string, suffix: string): string {
  return stem.endsWith("e") && /^[aei]/.test(suffix) ? `${stem.slice(0, -1)}${suffix}` : `${stem}${suffix}`;
}

function shuffled(words: readonly string[]): string[] {
  const chance = seededChance(11);
  return words
    .map((word) => ({ word, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word);
}
