# Operating System: Linux
# CPU Information: AMD Ryzen 9 5900X 12-Core Processor
# Number of Available Cores: 24
# Elixir 1.16.0
# Erlang 26.1.2

# Name                   ips        average  deviation         median         99th %
# ed25519 verify     10.51 K       95.15 μs     ±6.21%       94.10 μs      121.40 μs
# ed25519 sign       24.20 K       41.32 μs     ±5.10%       41.00 μs       49.90 μs
# ed448 sign        501.20 K     1995.21 ns    ±12.00%        1995 ns        2450 ns
