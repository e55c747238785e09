/** Non-public IPv4 addresses: at least one from each range of RFC 6890, and metadata addresses of clouds. */
const PRIVATE_V4 = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.1.2.3",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.254",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
];

const V6 = [
  "::",
  "::1",
  "::2",
  "100::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "4000::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd12:3456:789a::1",
  "fe80::1",
  "fe80::a9fe:a9fe",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
];

const spellings = (address: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = [a, b, c, d].map((each) => `0${each.toString(8)}`).join(".");
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    octal,
    `${a}.${b}.${c * 256 + d}`,
    `0x${a.toString(16)}.${(b * 256 + c) * 256 + d}`,
  ];
};

const wrapped = (address: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const high = (a * 256 + b).toString(16);
  const low = (c * 256 + d).toString(16);
  const inverted = `${(0xffff ^ (a * 256 + b)).toString(16)}:${(0xffff ^ (c * 256 + d)).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::ffff:0:${address}`,
    `::${address}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${address}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
    `2001:db8::5efe:${high}:${low}`,
    `2606:4700::5efe:${high}:${low}`,
    `2606:4700::200:5efe:${high}:${low}`,
  ];
};

const written = PRIVATE_V4.flatMap(spellings).map((host) => `http://${host}/`);
const inSix = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "8.8.8.8"].flatMap(wrapped);

const OTHERS = [
  "file:///etc/passwd",
  "ftp://example.com/",
  "gopher://example.com:6379/_INFO",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "ws://example.com/",
  "unix:///var/run/docker.sock",
  "//example.com/",
  "example.com",
  "",
  "http://",
  "http:///",
  "http://user@example.com/",
  "http://user:word@example.com/",
  "http://example.com:0/",
  "http://example.com:22/",
  "http://example.com:25/",
  "http://example.com:6000/",
  "http://example.com:6667/",
  "http://example.com:65536/",
  "http://127.0.0.1:3000/",
  "https://127.0.0.1:8443/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http://0x7f.1/",
  "http://0177.1/",
  "http://127.1/",
  "http://0/",
  "http://[::ffff:7f00:1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  `http://example.com/${"a".repeat(8_001)}`,
];

export const HOSTILE_NAMES: Record<string, string[]> = {
  localhost: ["127.0.0.1", "::1"],
  "app.localhost": ["127.0.0.1"],
  "localhost.localdomain": ["127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "printer.local": ["192.168.1.9"],
  "127.0.0.1.nip.io": ["127.0.0.1"],
  "spoofed.example.com": ["10.0.0.8"],
  "mapped.example.com": ["::ffff:10.0.0.8"],
  "nat64.example.com": ["64:ff9b::a9fe:a9fe"],
  "v6.example.com": ["fd00::8"],
  "half.example.com": ["93.184.215.14", "127.0.0.1"],
  "later.example.com": ["2606:4700::1111", "93.184.215.14", "::1"],
  "zone.example.com": ["fe80::1%eth0"],
  "nonsense.example.com": ["not an address"],
  "nobody.example.com": [],
};

export const hostileUrls: readonly string[] = [
  ...written,
  ...[...V6, ...inSix].map((host) => `http://[${host}]/`),
  ...["::1", "fe80::1"].map((host) => `https://[${host}]:8443/`),
  ...Object.keys(HOSTILE_NAMES).flatMap((name) => [`http://${name}/`, `https://${name.toUpperCase()}./`]),
  ...OTHERS,
];
