"""Settings of the server: from the environment (`QUINCUNX_PORT=9000`) or a TOML file that `QUINCUNX_CONFIG` names."""

import os
import tomllib
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from quincunx.engine.errors import ErrorCode, Refusal
from quincunx.llm import LlmSettings
from quincunx.measure.session import RESPONSE_SECONDS
from quincunx.server.match.caps import MOST_ACTIONS, MOST_PLIES, Caps

CONFIG_VARIABLE = "QUINCUNX_CONFIG"
PATHS = r"(/[A-Za-z0-9._~-]+)*"
"""Nothing else can become the beginning of an address."""


def default_database_url() -> str:
    return f"sqlite:///{user_data_path('quincunx', appauthor=False) / 'quincunx.db'}"


def default_reports_folder() -> Path:
    return user_data_path("quincunx", appauthor=False) / "reports"


def default_offline_folder() -> Path:
    return Path(__file__).resolve().parents[3] / "dist" / "site"


class Settings(LlmSettings):
    """Everything that someone who runs a server may want to change."""

    model_config = SettingsConfigDict(env_prefix="QUINCUNX_", extra="forbid", frozen=True)

    host: str = Field(default="127.0.0.1", description="the address to listen on")
    port: int = Field(default=8000, ge=0, le=65535, description="the port to listen on; 0 takes a free one")
    database_url: str = Field(
        default_factory=default_database_url, description="where matches live: SQLite or PostgreSQL"
    )
    public_url: str = Field(default="", description="the address that invite links begin with; the request's otherwise")
    root_path: str = Field(
        default="", pattern=f"^{PATHS}$", description="the path under which a proxy serves everything: `/games`"
    )
    offline_folder: Path = Field(
        default_factory=default_offline_folder, description="what `make site` made, for /offline; not offered without"
    )
    response_delay_ms: int = Field(
        default=round(1000 * RESPONSE_SECONDS), ge=0, le=1500, description="minimum delay before an AI move"
    )
    think_ms: int = Field(default=1700, ge=50, le=1900, description="a search that takes longer is cut short")
    think_workers: int = Field(default=0, ge=0, le=256, description="searches at once; 0: one per core")
    rate_limit: Literal["on", "off"] = Field(default="on", description="`off` for load tests")
    requests_per_second: int = Field(default=50, ge=1, description="for one client, on average")
    request_burst: int = Field(default=300, ge=1, description="requests that one client may make at once")
    matches_per_minute: int = Field(default=60, ge=1, description="new matches of one client")
    sockets_per_client: int = Field(default=50, ge=1, description="live connections of one client")
    connections_per_client: int = Field(default=200, ge=1, description="open connections of one client, of any kind")
    most_connections: int = Field(default=2000, ge=1, description="open connections of all clients")
    prompts_per_minute: int = Field(default=60, ge=1, description="prompts of one client that a language model reads")
    analyses_per_client: int = Field(default=2, ge=1, description="analyses of one client that run at once")
    shows_per_client: int = Field(default=4, ge=1, description="running AI-versus-AI matches of one client")
    most_shows: int = Field(default=20, ge=1, description="running AI-versus-AI matches on this server")
    cors_origins: list[str] = Field(default=[], description="other origins whose pages may use the API")
    allowed_hosts: list[str] = Field(
        default=[], description="further names of this server, besides localhost, addresses and that of public_url"
    )
    trusted_proxies: str = Field(default="127.0.0.1", description="proxies whose X-Forwarded-For is trusted")
    most_rooms: int = Field(default=1000, ge=1, description="matches kept in memory; the others are in the database")
    rooms_megabytes: int = Field(default=200, ge=1, description="the most memory for matches that are kept in it")
    most_plies: int = Field(
        default=MOST_PLIES, ge=MOST_PLIES, description="a match that reaches this ends by `ply_cap`; also for records"
    )
    most_actions: int = Field(
        default=MOST_ACTIONS, ge=MOST_PLIES, description="a match whose log has this many takes only moves and ends"
    )
    expire_days: int = Field(default=30, ge=1, description="a match without a move for this long is closed")
    reports_folder: Path = Field(default_factory=default_reports_folder, description="the lab's reports, for /lab")
    admin_token: str = Field(
        default="",
        repr=False,
        pattern=r"^(\S{16,})?$",
        description="for the study of people on /lab: at least 16 characters; not offered without",
    )
    log_format: Literal["text", "json"] = Field(default="text", description="how the log is written")
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="how much is logged")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings, env_settings, *_files(settings_cls))

    @property
    def caps(self) -> Caps:
        return Caps(self.most_plies, self.most_actions)

    @property
    def limited(self) -> bool:
        return self.rate_limit == "on"


def _files(settings: type[BaseSettings]) -> tuple[PydanticBaseSettingsSource, ...]:
    """The file of settings, if one was named; then it must be there, and be TOML."""
    file = os.environ.get(CONFIG_VARIABLE)
    if not file:
        return ()
    try:
        Path(file).open("rb").close()
        return (TomlConfigSettingsSource(settings, Path(file)),)
    except tomllib.TOMLDecodeError as problem:
        raise Refusal(ErrorCode.BAD_REQUEST, f"the settings in {file} are not TOML: {problem}") from None
